extension Publishers {
    /// Publishes the last value when the upstream finishes.
    public struct Last<Upstream: Publisher>: Publisher {
        /// One of the upstream's values, or none.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `last()` returns.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let last = Box<Output?>(nil)
            let take: (Output) -> Verdict<Output, Failure> = {
                last.set($0)
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Output, Upstream.Failure>(
                    "Last", to: subscriber, steps: .init(take: take, result: { last.value }, convert: { $0 }))
            )
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the last value when this publisher finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.last()
    /// ```
    /// Marble: `1-2-3|` → `-----(3|)`
    ///
    /// Demand: everything.
    public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }
}
