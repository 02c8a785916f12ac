extension Publishers {
    /// Drops the values before the first that does not satisfy a condition, which may throw.
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// Whether a value is still dropped.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryDrop(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            let isDropping = Box(true)
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryDropWhile", subscriber) {
                    if isDropping.value, try predicate($0) { return .skip }
                    isDropping.set(false)
                    return .pass($0)
                })
        }
    }
}

extension Publisher {
    /// Drops the values before the first that does not satisfy a condition, which may throw.
    @inlinable
    public func tryDrop(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}
