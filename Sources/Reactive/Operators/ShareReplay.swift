extension Publishers {
    /// Shares one subscription to the upstream and replays the newest values to late subscribers.
    public final class ShareReplay<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The shared publisher.
        public let upstream: Upstream

        /// The number of values to replay.
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
    /// Shares one subscription among all subscribers and replays the newest `count` values to late
    /// subscribers.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.share(replay: 1)
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// The values remain after all subscribers have cancelled, and so does the completion: nothing restarts
    /// after it. For a subscriber without demand, the newest `count` values are kept, at least one.
    ///
    /// Demand: everything.
    public func share(replay count: Int) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, count: count)
    }
}
