extension Publishers {
    /// Drops all values and publishes the completion.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        /// No values.
        public typealias Output = Never

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `ignoreOutput()` returns.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Never, S.Failure == Failure {
            let take: (Upstream.Output) -> Verdict<Never, Failure> = { _ in .skip }
            upstream.receive(
                subscriber: Reduction<S, Upstream.Output, Failure>(
                    "IgnoreOutput", to: subscriber, steps: .init(take: take, result: { nil }, convert: { $0 })
                ))
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops all values and publishes the completion.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.ignoreOutput()
    /// ```
    /// Marble: `1-2|` → `---|`
    ///
    /// Demand: everything.
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { Publishers.IgnoreOutput(upstream: self) }
}
