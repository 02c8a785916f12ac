extension Publishers {
    /// Publishes the first value and finishes.
    public struct First<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
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
                subscriber: Stage<S, Output, Upstream.Failure>("First", subscriber) { .last($0) })
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the first value and finishes.
    @inlinable
    public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }
}
