extension Publishers {
    /// Transforms every value with a closure.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The closure.
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
    /// Transforms every value with a closure.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.map { $0 * 2 }
    /// ```
    /// Marble: `1-2-3|` → `2-4-6|`
    ///
    /// Demand: passed on.
    @inlinable
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }
}

extension Publishers.Map {
    /// Transforms every value again; both closures become one stage.
    @inlinable
    public func map<T>(_ next: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { next(first($0)) }
    }
}

/// Passes the upstream's subscription on unchanged.
@usableFromInline
struct MapInner<Downstream: Subscriber, Input>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input

    @inlinable
    init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input) {
        self.downstream = downstream
        self.transform = transform
    }

    @usableFromInline var description: String { "Map" }

    @inlinable static var dropsSubscription: Bool { Downstream.releasesSubscription }

    @inlinable static var ignoresLateSignals: Bool { Downstream.needsNoCheck }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(transform(input)) }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

extension Publishers.Map: Orderly {
    @inlinable static var isOrderly: Bool { Upstream.followsRules }
}
