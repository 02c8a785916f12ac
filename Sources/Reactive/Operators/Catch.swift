extension Publishers {
    /// Continues with another publisher if the upstream fails.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both publishers.
        public typealias Output = Upstream.Output

        /// The failure of the replacement publisher.
        public typealias Failure = NewPublisher.Failure

        /// The first publisher.
        public let upstream: Upstream

        /// Returns the replacement publisher.
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
            let relay = Relay("Catch", to: subscriber)
            let handler = handler
            upstream.receive(
                subscriber: CatchFirst<S, Upstream.Failure>(relay) { error, relay in
                    handler(error).receive(subscriber: CatchSecond(relay))
                })
        }
    }
}

extension Publisher {
    /// Continues with another publisher if this one fails.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.catch { _ in Just(0) }
    /// ```
    /// Marble: `1-2#` → `1-2(0|)`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
