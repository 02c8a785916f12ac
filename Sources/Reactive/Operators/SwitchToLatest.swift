extension Publishers {
    /// Republishes the newest of the publishers that the upstream publishes; the one before is cancelled.
    public struct SwitchToLatest<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == NewPublisher, Upstream.Failure == NewPublisher.Failure {
        /// What is published: the values of the newest publisher.
        public typealias Output = NewPublisher.Output

        /// How this publisher may fail: as soon as the upstream or the newest publisher does.
        public typealias Failure = NewPublisher.Failure

        /// Where the publishers come from.
        public let upstream: Upstream

        /// Makes the publisher that `switchToLatest()` returns.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = SwitchEngine(subscriber)
            subscriber.receive(subscription: engine)
            upstream.receive(subscriber: SwitchOuter<S, NewPublisher>(engine: engine))
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Republishes the newest of the publishers that are published; the one before is cancelled.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Republishes the newest of the publishers that are published, which may fail.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Republishes the newest of the publishers that are published.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Republishes the newest of the publishers that are published, which cannot fail.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>,
            Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}
