extension Publishers {
    /// Subscribes again if the upstream fails.
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The upstream's values, from all attempts.
        public typealias Output = Upstream.Output

        /// The failure of the last attempt.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of retries; `nil` or a negative number for no limit.
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
            RetryEngine(to: subscriber, left: left, wait: nil) { upstream.receive(subscriber: $0) }.attempt()
        }
    }
}

extension Publisher {
    /// Subscribes again at once if this publisher fails, up to `retries` times.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.retry(1)
    /// ```
    /// Marble: `1-#` → `1-1-#`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
