extension Publishers {
    /// Publishes one result of all values, with a function that may throw, when the upstream finishes.
    public struct TryReduce<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// What the first value is added to.
        public let initial: Output

        /// Adds a value to the result so far.
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
                    "TryReduce", subscriber,
                    .init(take: take, result: { result.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes one result when this publisher finishes; what the function throws ends it.
    public func tryReduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
