extension Publishers {
    /// Shares one subscription to the upstream and hands the newest values to whoever comes late.
    public final class ShareReplay<Upstream: Publisher>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// What is shared.
        public let upstream: Upstream

        /// How many values are kept.
        public let count: Int

        private let subject: ReplaySubject<Output, Failure>
        private let shared: Autoconnect<Multicast<Upstream, ReplaySubject<Output, Failure>>>

        /// Makes the publisher that `share(replay:)` returns.
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "cannot keep a negative number of values")
            self.upstream = upstream
            self.count = count
            subject = ReplaySubject(count)
            shared = upstream.multicast(subject: subject).autoconnect()
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            guard !subject.hasEnded else { return subject.receive(subscriber: subscriber) }
            shared.receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Shares one subscription among all subscribers and hands the newest `count` values to whoever comes late.
    ///
    /// What has been published stays when all have left, and the end stays too: behind it nothing begins anew. A subscriber that wants nothing for
    /// a while is kept the newest `count` values, and at least one.
    public func share(replay count: Int) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, count: count)
    }
}
