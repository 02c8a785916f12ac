extension Publishers {
    /// Drops the upstream's values until another publisher publishes something.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream, or as the other before its first value.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whose first value opens the gate.
        public let other: Other

        /// Makes the publisher that `drop(untilOutputFrom:)` returns.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isOpen = Box(false)
            let link = UntilLink("DropUntilOutput")
            let inner = Stage<S, Output, Failure>(until: link, subscriber) {
                isOpen.value ? .pass($0) : .skip
            }
            link.watch(other, ended: { if case .failure(let error) = $0 { inner.end(nil, .failure(error)) } })
            {
                isOpen.set(true)
            }
            upstream.receive(subscriber: inner)
        }
    }
}

extension Publisher {
    /// Drops the values until another publisher publishes something.
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}
