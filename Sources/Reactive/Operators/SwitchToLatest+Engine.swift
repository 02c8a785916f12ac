/// Passes the values of the newest inner publisher.
@usableFromInline
final class SwitchEngine<Downstream: Subscriber>: SubscriptionCore {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var outerPhase = Phase.waiting

    @usableFromInline @exclusivity(unchecked)
    var child: SwitchChild<Downstream>?

    @inlinable override var description: String { "SwitchToLatest" }

    @inlinable
    init(_ downstream: Downstream) { outlet = Outlet(downstream) }

    @inlinable
    func begin(_ subscription: any Subscription) {
        guard outerPhase == .waiting, outlet != nil else { return subscription.cancel() }
        outerPhase = .live
        upstream = subscription.core
        subscription.request(.unlimited)
    }

    /// Cancels the previous inner publisher and makes the subscriber of the next one; returns `nil` after the
    /// end.
    @inlinable
    func next() -> SwitchChild<Downstream>? {
        guard outerPhase == .live, outlet != nil else { return nil }
        let last = child
        let next = SwitchChild(self)
        child = next
        last?.stop()
        return next
    }

    @inlinable
    func outerEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard outerPhase == .live, outlet != nil else { return }
        outerPhase = .over
        let ended = take(&upstream)
        if case .failure = completion { end(completion) } else if child == nil { end(.finished) }
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func childEnded(
        _ ended: SwitchChild<Downstream>, with completion: Subscribers.Completion<Downstream.Failure>
    ) {
        guard child === ended else { return }
        child = nil
        if case .failure = completion { end(completion) } else if outerPhase == .over { end(.finished) }
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        demand += more
        child?.upstream?.request(more)
    }

    @inlinable
    override func cancel() {
        let ended = take(&outlet)
        stop()
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    /// Cancels all running publishers, the inner one first.
    @inlinable
    func stop() {
        let last = take(&child)
        last?.stop()
        outerPhase = .over
        take(&upstream)?.cancel()
    }
}

/// The subscriber of the upstream of `switchToLatest`.
@usableFromInline
struct SwitchOuter<Downstream: Subscriber, Inner: Publisher>: OwnSubscriber
where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    @usableFromInline let engine: SwitchEngine<Downstream>

    @inlinable
    init(engine: SwitchEngine<Downstream>) { self.engine = engine }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(engine) }

    @inlinable
    func receive(subscription: any Subscription) { engine.begin(subscription) }

    @inlinable
    func receive(_ input: Inner) -> Subscribers.Demand {
        if let child = engine.next() { input.receive(subscriber: child) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) { engine.outerEnded(completion) }
}

/// The subscriber of one inner publisher of `switchToLatest`.
@usableFromInline
final class SwitchChild<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: SwitchEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ engine: SwitchEngine<Downstream>) { self.engine = engine }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        if engine.demand > .none { subscription.request(engine.demand) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live, let outlet = engine.outlet, engine.demand > .none else { return .none }
        if engine.demand != .unlimited { engine.demand -= 1 }
        let more = outlet.downstream.receive(input)
        if more != .none { engine.demand += more }
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = take(&upstream)
        engine.childEnded(self, with: completion)
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func stop() {
        phase = .over
        take(&upstream)?.cancel()
    }
}
