extension Publishers {
    /// Publishes one result of all values when the upstream finishes.
    public struct Reduce<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// What the first value is added to.
        public let initial: Output

        /// Adds a value to the result so far.
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
                    "Reduce", subscriber, .init(take: take, result: { result.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes one result when this publisher finishes: what a function makes of all values.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
