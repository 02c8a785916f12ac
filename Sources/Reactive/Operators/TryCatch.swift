extension Publishers {
    /// Continues with another publisher if the upstream fails, or fails with the error that the handler
    /// throws.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both publishers.
        public typealias Output = Upstream.Output

        /// A thrown error, or the replacement publisher's failure.
        public typealias Failure = any Error

        /// The first publisher.
        public let upstream: Upstream

        /// Returns the replacement publisher, or throws.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        /// Makes the publisher that `tryCatch(_:)` returns.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let relay = Relay("TryCatch", to: subscriber)
            let handler = handler
            upstream.receive(
                subscriber: CatchFirst<S, Upstream.Failure>(relay) { error, relay in
                    do {
                        try handler(error).mapError { $0 as any Error }
                            .receive(subscriber: CatchSecond(relay))
                    } catch {
                        relay.complete(.failure(error))
                    }
                })
        }
    }
}

extension Publisher {
    /// Continues with another publisher if this one fails, or fails with the error that the handler throws.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.tryCatch { _ in Just(0) }
    /// ```
    /// Marble: `1-2#` → `1-2(0|)`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}
