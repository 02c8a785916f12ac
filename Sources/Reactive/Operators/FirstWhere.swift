extension Publishers {
    /// Publishes the first value that satisfies a condition, and finishes.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Which value it is.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher that `first(where:)` returns.
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
                subscriber: Stage<S, Output, Upstream.Failure>("FirstWhere", subscriber) {
                    predicate($0) ? .last($0) : .skip
                })
        }
    }
}

extension Publisher {
    /// Publishes the first value that satisfies a condition, and finishes.
    @inlinable
    public func first(
        where predicate: @escaping (Output) -> Bool
    ) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }
}
