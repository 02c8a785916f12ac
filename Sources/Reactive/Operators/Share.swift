extension Publishers {
    /// Shares one subscription to the upstream among all subscribers; late subscribers miss earlier values.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The shared publisher.
        public let upstream: Upstream

        private let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

        /// Makes the publisher that `share()` returns.
        public init(upstream: Upstream) {
            self.upstream = upstream
            shared = upstream.multicast { PassthroughSubject() }.autoconnect()
        }

        /// Attaches a subscriber; the first one starts the upstream.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.receive(subscriber: subscriber)
        }

        /// Whether both are the same object.
        public static func == (left: Share, right: Share) -> Bool { left === right }
    }
}

extension Publisher {
    /// Shares one subscription among all subscribers; late subscribers miss earlier values.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.share()
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: everything.
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}
