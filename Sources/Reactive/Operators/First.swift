extension Publishers {
    /// Publishes the first value and finishes.
    public struct First<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `first()` returns.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>("First", to: subscriber) { .last($0) })
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the first value and finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.first()
    /// ```
    /// Marble: `1-2-3|` → `(1|)`
    ///
    /// Demand: passed on, until the last value.
    @inlinable
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }
}
