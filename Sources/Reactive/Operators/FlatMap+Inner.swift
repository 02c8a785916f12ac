/// The subscriber of the upstream of `flatMap`.
@usableFromInline
struct FlatMapOuter<Downstream: Subscriber, Input, Inner: Publisher>: OwnSubscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    @usableFromInline let engine: FlatMapEngine<Downstream>
    @usableFromInline let transform: (Input) -> Inner

    @inlinable
    init(engine: FlatMapEngine<Downstream>, transform: @escaping (Input) -> Inner) {
        self.engine = engine
        self.transform = transform
    }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(engine) }

    @inlinable
    func receive(subscription: any Subscription) { engine.accept(subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard engine.isOpen else { return .none }
        let inner = transform(input)
        guard engine.isOpen else { return .none }
        if let only = inner.onlyValue, engine.deliverOnly(only) { return .none }
        inner.receive(subscriber: engine.makeChild())
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) { engine.outerEnded(completion) }
}

/// The subscriber of one inner publisher of `flatMap`.
@usableFromInline
final class FlatMapChild<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: FlatMapEngine<Downstream>

    /// The index in the engine's list.
    @usableFromInline @exclusivity(unchecked)
    var index = 0

    /// The number of its values ahead of the demand.
    @usableFromInline @exclusivity(unchecked)
    var ahead = 0

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ engine: FlatMapEngine<Downstream>) { self.engine = engine }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        subscription.request(engine.asksForAll ? .unlimited : .max(1))
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        if engine.isBusy || engine.demand == .none {
            engine.wait(input, of: self)
            return .none
        }
        engine.deliver(input)
        return engine.asksForAll ? .none : .max(1)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = take(&upstream)
        engine.childEnded(self, with: completion)
        withExtendedLifetime(ended) {}
    }

    /// Cancels the inner publisher.
    @inlinable
    func stop() {
        phase = .over
        take(&upstream)?.cancel()
    }
}
