extension Publishers {
    /// Publishes the last value that satisfies a condition when the upstream finishes.
    public struct LastWhere<Upstream: Publisher>: Publisher {
        /// What is published: one of the upstream's values, or none.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Which values count.
        public let predicate: (Output) -> Bool

        /// Makes the publisher that `last(where:)` returns.
        public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let last = Box<Output?>(nil)
            let predicate = predicate
            let take: (Output) -> Verdict<Output, Failure> = {
                if predicate($0) { last.set($0) }
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Output, Upstream.Failure>(
                    "LastWhere", subscriber, .init(take: take, result: { last.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes the last value that satisfies a condition when this publisher finishes.
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }
}
