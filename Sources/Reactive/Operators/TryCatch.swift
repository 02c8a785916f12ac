extension Publishers {
    /// Goes on with another publisher when the upstream fails, or fails with what the handler throws.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// What is published: the values of both.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as the other one.
        public typealias Failure = any Error

        /// Where the values come from first.
        public let upstream: Upstream

        /// Makes the publisher to go on with, or throws.
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
            let relay = Relay("TryCatch", subscriber)
            let handler = handler
            upstream.receive(
                subscriber: CatchFirst<S, Upstream.Failure>(relay) { error, relay in
                    do {
                        try handler(error).mapError { $0 as any Error }
                            .receive(subscriber: CatchSecond(relay))
                    } catch {
                        relay.end(.failure(error))
                    }
                })
        }
    }
}

extension Publisher {
    /// Goes on with another publisher when this one fails, or fails with what the handler throws.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}
