extension Publishers {
    /// Publishes the upstream until another publisher publishes something.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whose first value ends it.
        public let other: Other

        /// Makes the publisher that `prefix(untilOutputFrom:)` returns.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let link = UntilLink("PrefixUntilOutput")
            let inner = Stage<S, Output, Failure>(until: link, subscriber) { .pass($0) }
            let isEnded = Box(false)
            link.watch(other) {
                isEnded.set(true)
                inner.end(nil, .finished)
            }
            if isEnded.value { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            upstream.receive(subscriber: inner)
        }
    }
}

extension Publisher {
    /// Publishes until another publisher publishes something, and finishes.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}
