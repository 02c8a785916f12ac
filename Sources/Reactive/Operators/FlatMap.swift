extension Publishers {
    /// Maps every value to a publisher and merges their values.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The values of all inner publishers.
        public typealias Output = NewPublisher.Output

        /// The failure of the upstream or of an inner publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The maximum number of concurrent inner publishers.
        public let maxPublishers: Subscribers.Demand

        /// Returns the publisher for a value.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes the publisher that `flatMap(maxPublishers:_:)` returns.
        @inlinable
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = FlatMapEngine(to: subscriber, maxPublishers: maxPublishers)
            subscriber.receive(subscription: engine)
            upstream.receive(subscriber: FlatMapOuter(engine: engine, transform: transform))
        }
    }
}

extension Publisher {
    /// Maps every value to a publisher and merges their values.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.flatMap { Just($0).delay(for: .seconds($0), scheduler: clock) }
    /// ```
    /// Marble: `31-|` → `--1(3|)`
    ///
    /// At most `maxPublishers` run concurrently. A source that ignores demand, such as a subject, loses the
    /// values that it sends while all places are taken: use a `buffer` before this operator.
    ///
    /// Demand: `maxPublishers` values of the upstream, and one more for each publisher that has ended; of
    /// each of these one value ahead of the demand, everything once the demand is unlimited.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Maps every value to a publisher that may fail, and merges their values.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Maps every value to a publisher that cannot fail, and merges their values; neither can the result.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher {
    /// Maps every value to a publisher that cannot fail, and merges their values.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}
