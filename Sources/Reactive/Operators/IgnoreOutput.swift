extension Publishers {
    /// Drops all values and publishes the end.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        /// Nothing is published.
        public typealias Output = Never

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the end comes from.
        public let upstream: Upstream

        /// Makes the publisher that `ignoreOutput()` returns.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Never, S.Failure == Failure {
            let take: (Upstream.Output) -> Verdict<Never, Failure> = { _ in .skip }
            upstream.receive(
                subscriber: Reduction<S, Upstream.Output, Failure>(
                    "IgnoreOutput", subscriber, .init(take: take, result: { nil }, convert: { $0 })))
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops all values and publishes the end.
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { Publishers.IgnoreOutput(upstream: self) }
}
