extension Publishers {
    /// Publishes the values before the first that does not satisfy a condition.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whether it goes on.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher that `prefix(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>("PrefixWhile", subscriber) {
                    predicate($0) ? .pass($0) : .finish
                })
        }
    }
}

extension Publisher {
    /// Publishes the values before the first that does not satisfy a condition.
    @inlinable
    public func prefix(
        while predicate: @escaping (Output) -> Bool
    ) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }
}
