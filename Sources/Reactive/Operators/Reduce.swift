extension Publishers {
    /// Publishes one result of all values after the upstream has finished.
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The initial result.
        public let initial: Output

        /// Combines the current result with a value.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes the publisher that `reduce(_:_:)` returns.
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let result = Box(initial)
            let next = nextPartialResult
            let take: (Upstream.Output) -> Verdict<Output, Failure> = {
                result.set(next(result.value, $0))
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Upstream.Output, Failure>(
                    "Reduce", to: subscriber,
                    steps: .init(take: take, result: { result.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes one result of all values, computed by a closure, after this publisher has finished.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.reduce(0, +)
    /// ```
    /// Marble: `1-2-3|` → `-----(6|)`
    ///
    /// Demand: everything.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
