extension Publishers {
    /// Publishes the values before the first that does not satisfy a condition, which may throw.
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// Whether it goes on.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryPrefix(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryPrefixWhile", subscriber) {
                    try predicate($0) ? .pass($0) : .finish
                })
        }
    }
}

extension Publisher {
    /// Publishes the values before the first that does not satisfy a condition, which may throw.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}
