extension Publishers {
    /// Publishes the upstream's values until another publisher publishes.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The publisher whose first value ends this one.
        public let other: Other

        /// Makes the publisher that `prefix(untilOutputFrom:)` returns.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let link = UntilLink("PrefixUntilOutput")
            let inner = Stage<S, Output, Failure>(until: link, to: subscriber) { .pass($0) }
            let isEnded = Box(false)
            link.watch(other) {
                isEnded.set(true)
                inner.complete(with: nil, completion: .finished)
            }
            if isEnded.value { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            upstream.receive(subscriber: inner)
        }
    }
}

extension Publisher {
    /// Publishes until another publisher publishes, and finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.prefix(untilOutputFrom: other)
    /// ```
    /// Marble: `1-2-3|` and `---9|` → `1-2|`
    ///
    /// Demand: passed on; everything of the other publisher.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}
