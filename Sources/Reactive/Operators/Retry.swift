extension Publishers {
    /// Subscribes again when the upstream fails.
    public struct Retry<Upstream: Publisher>: Publisher {
        /// What is published: the upstream's values, of all attempts.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as the last attempt.
        public typealias Failure = Upstream.Failure

        /// What is subscribed again.
        public let upstream: Upstream

        /// How often it is subscribed again; `nil` or a negative count means without end.
        public let retries: Int?

        /// Makes the publisher that `retry(_:)` returns.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let upstream = upstream
            let left = retries.flatMap { $0 < 0 ? nil : $0 }
            RetryEngine(subscriber, left, wait: nil) { upstream.receive(subscriber: $0) }.attempt()
        }
    }
}

extension Publisher {
    /// Subscribes again when this publisher fails, up to `retries` times, at once.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
