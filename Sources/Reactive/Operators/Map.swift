extension Publishers {
    /// Changes every value with a function.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// What a value becomes.
        public let transform: (Upstream.Output) -> Output

        /// Makes the publisher that `map(_:)` returns.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: MapInner(downstream: subscriber, transform: transform))
        }
    }
}

extension Publisher {
    /// Changes every value with a function.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }
}

extension Publishers.Map {
    /// Changes every value once more; both functions become one stage.
    @inlinable
    public func map<T>(_ next: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { next(first($0)) }
    }
}

/// Passes the upstream's subscription through: there is nothing to add to it.
@usableFromInline
struct MapInner<Downstream: Subscriber, Input>: Subscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input

    @inlinable
    init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input) {
        self.downstream = downstream
        self.transform = transform
    }

    @usableFromInline var description: String { "Map" }

    @inlinable var _dropsSubscription: Bool { downstream._dropsSubscription }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(transform(input)) }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}
