extension Publishers {
    /// Drops the values before the first that does not satisfy a condition.
    public struct DropWhile<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whether a value is still dropped.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher that `drop(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            let isDropping = Box(true)
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>("DropWhile", subscriber) {
                    if isDropping.value, predicate($0) { return .skip }
                    isDropping.set(false)
                    return .pass($0)
                })
        }
    }
}

extension Publisher {
    /// Drops the values before the first that does not satisfy a condition.
    @inlinable
    public func drop(
        while predicate: @escaping (Output) -> Bool
    ) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }
}
