extension Publishers {
    /// Transforms every value with a closure and drops `nil` results.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The closure; `nil` drops the value.
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
            if Upstream.followsRules, S.needsNoCheck {
                upstream.receive(subscriber: CompactMapStep(downstream: subscriber, transform: transform))
            } else {
                upstream.receive(subscriber: CompactMapInner(downstream: subscriber, transform: transform))
            }
        }
    }
}

extension Publisher {
    /// Transforms every value with a closure and drops `nil` results.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.compactMap { $0 > 1 ? $0 * 2 : nil }
    /// ```
    /// Marble: `1-2-3|` → `--4-6|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.CompactMap {
    /// Transforms the values again and drops `nil` results; both closures become one stage.
    @inlinable
    public func compactMap<T>(
        _ next: @escaping (Output) -> T?
    ) -> Publishers.CompactMap<Upstream, T> {
        let first = transform
        return Publishers.CompactMap<Upstream, T>(upstream: upstream) { first($0).flatMap(next) }
    }

    /// Transforms the remaining values; both closures become one stage.
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

/// Passes the upstream's subscription on unchanged.
@usableFromInline
struct CompactMapStep<Downstream: Subscriber, Input>: OwnSubscriber {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Input) -> Downstream.Input?

    @inlinable
    init(downstream: Downstream, transform: @escaping (Input) -> Downstream.Input?) {
        self.downstream = downstream
        self.transform = transform
    }

    @inlinable static var ignoresLateSignals: Bool { true }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard let output = transform(input) else { return .max(1) }
        return downstream.receive(output)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

extension Publishers.CompactMap: Orderly {}
