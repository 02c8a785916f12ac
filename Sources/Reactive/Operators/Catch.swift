extension Publishers {
    /// Goes on with another publisher when the upstream fails.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// What is published: the values of both.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as the other one.
        public typealias Failure = NewPublisher.Failure

        /// Where the values come from first.
        public let upstream: Upstream

        /// Makes the publisher to go on with.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Makes the publisher that `catch(_:)` returns.
        @inlinable
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let relay = Relay("Catch", subscriber)
            let handler = handler
            upstream.receive(
                subscriber: CatchFirst<S, Upstream.Failure>(relay) { error, relay in
                    handler(error).receive(subscriber: CatchSecond(relay))
                })
        }
    }
}

extension Publisher {
    /// Goes on with another publisher when this one fails.
    @inlinable
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
