extension Publishers {
    /// Changes every value with a function and drops those that become `nil`.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// What a value becomes; `nil` drops it.
        public let transform: (Upstream.Output) -> Output?

        /// Makes the publisher that `compactMap(_:)` returns.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: CompactMapInner(downstream: subscriber, transform: transform))
        }
    }
}

extension Publisher {
    /// Changes every value with a function and drops those that become `nil`.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.CompactMap {
    /// Changes the values once more and drops what becomes `nil`; both functions become one stage.
    @inlinable
    public func compactMap<T>(
        _ next: @escaping (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
        let first = transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(next) }
    }

    /// Changes the values that are left; both functions become one stage.
    @inlinable
    public func map<T>(_ next: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
        let first = transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).map(next) }
    }
}

@usableFromInline
struct CompactMapInner<Downstream: Subscriber, Input>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input?
    @usableFromInline let link = Link("CompactMap")

    @inlinable
    init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
        self.downstream = downstream
        self.transform = transform
    }

    @usableFromInline var description: String { "CompactMap" }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(link) }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        guard let output = transform(input) else { return .max(1) }
        return downstream.receive(output)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}
