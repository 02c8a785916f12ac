extension Publishers {
    /// Publishes one result of all values, with a closure that may throw, after the upstream has finished.
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The initial result.
        public let initial: Output

        /// Combines the current result with a value.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Makes the publisher that `tryReduce(_:_:)` returns.
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let result = Box(initial)
            let next = nextPartialResult
            let take: (Upstream.Output) -> Verdict<Output, any Error> = {
                do { result.set(try next(result.value, $0)) } catch { return .fail(error) }
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Upstream.Output, Upstream.Failure>(
                    "TryReduce", to: subscriber,
                    steps: .init(take: take, result: { result.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes one result after this publisher has finished; a thrown error ends it.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryReduce(0) { try $0 + check($1) }
    /// ```
    /// Marble: `1-2-3|` → `----#`
    ///
    /// Demand: everything.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
