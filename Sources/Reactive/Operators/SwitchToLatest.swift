extension Publishers {
    /// Republishes the newest of the publishers that the upstream publishes; cancels the previous one.
    public struct SwitchToLatest<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == NewPublisher, Upstream.Failure == NewPublisher.Failure {
        /// The values of the newest inner publisher.
        public typealias Output = NewPublisher.Output

        /// The failure of the upstream or of the newest inner publisher.
        public typealias Failure = NewPublisher.Failure

        /// The publisher of publishers.
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
    /// Republishes the newest of the published publishers; cancels the previous one.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.map { Just($0).delay(for: .seconds(2), scheduler: clock) }.switchToLatest()
    /// ```
    /// Marble: `12---|` → `---2-|`
    ///
    /// Demand: everything of the upstream; the remaining demand of the newest publisher.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Republishes the values of the newest published publisher; that publisher may fail.
    @inlinable
    public func switchToLatest()
        -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Republishes the newest of the published publishers.
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Republishes the newest of the published publishers, which cannot fail.
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
