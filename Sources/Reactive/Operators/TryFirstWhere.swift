extension Publishers {
    /// Publishes the first value that satisfies a condition, which may throw, and finishes.
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// Which value it is.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryFirst(where:)` returns.
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
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryFirstWhere", subscriber) {
                    try predicate($0) ? .last($0) : .skip
                })
        }
    }
}

extension Publisher {
    /// Publishes the first value that satisfies a condition, which may throw, and finishes.
    @inlinable
    public func tryFirst(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}
