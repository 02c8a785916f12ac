/// Passes the values of the newest inner publisher.
@usableFromInline
final class SwitchEngine<Downstream: Subscriber>: SubscriptionCore, Delivering {
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

    /// Values of the newest inner publisher that arrive during a delivery.
    @usableFromInline @exclusivity(unchecked)
    var ahead = Deque<Downstream.Input>()

    @usableFromInline @exclusivity(unchecked)
    var isBusy = false

    @usableFromInline @exclusivity(unchecked)
    var isDue = false

    @inlinable override var description: String { "SwitchToLatest" }

    @inlinable
    init(_ downstream: Downstream) { outlet = Outlet(downstream) }

    @inlinable
    func accept(_ subscription: any Subscription) {
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
        drop()
        last?.stop()
        return outlet == nil ? nil : next
    }

    /// Moves the subscription of the inner subject to the next one, which costs less than a new one; returns
    /// `false` if that cannot be done now.
    @inlinable
    func move(to next: PassthroughSubject<Downstream.Input, Downstream.Failure>) -> Bool {
        guard outerPhase == .live, !isBusy, ahead.isEmpty, let child = child.unretained else { return false }
        return child._withUnsafeGuaranteedRef { child in
            guard child.phase == .live, let upstream = child.upstream.unretained else { return false }
            child.asked = demand
            let hub = next.hubOrNew
            return upstream._withUnsafeGuaranteedRef { upstream in
                hub._withUnsafeGuaranteedRef { $0.adopt(upstream, demand: demand) }
            }
        }
    }

    /// Delivers the value of an inner publisher that has only one, without subscribing to it; returns `false`
    /// if another one must be cancelled first or the value must wait.
    @inlinable
    func deliverOnly(_ value: Downstream.Input) -> Bool {
        guard outerPhase == .live, child == nil, ahead.isEmpty, !isBusy, demand > .none else { return false }
        deliver(value)
        return true
    }

    @inlinable
    func outerEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard outerPhase == .live, outlet != nil else { return }
        outerPhase = .over
        let ended = take(&upstream)
        if case .failure = completion { complete(completion) } else { drainSoon() }
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func childEnded(
        _ ended: SwitchChild<Downstream>, with completion: Subscribers.Completion<Downstream.Failure>
    ) {
        guard child === ended else { return }
        child = nil
        if case .failure = completion { complete(completion) } else { drainSoon() }
    }

    /// Delivers the waiting values, requests the missing demand from the inner publisher, and finishes if
    /// nothing remains.
    @inlinable
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let next = ahead.popFirst() { pass(next) }
        isBusy = false
        isDue = false
        child?.ask(for: demand)
        if outerPhase == .over, child == nil, ahead.isEmpty, !isBusy { complete(.finished) }
    }

    /// Queues a value that arrives during a delivery.
    @inlinable
    func wait(_ value: Downstream.Input) {
        ahead.append(value)
        isDue = true
    }

    /// Drops the waiting values.
    @inlinable
    func drop() {
        if ahead.isEmpty { return }
        let dropped = ahead
        ahead = Deque()
        withExtendedLifetime(dropped) {}
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) { add(more) }

    @inlinable
    override func cancel() {
        let ended = take(&outlet)
        stop()
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    /// Cancels all running publishers, the inner one first.
    @inlinable
    func stop() {
        let last = take(&child)
        drop()
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
    func receive(subscription: any Subscription) { engine.accept(subscription) }

    @inlinable
    func receive(_ input: Inner) -> Subscribers.Demand {
        if let only = input.onlyValue, engine.deliverOnly(only) { return .none }
        if Inner.self == PassthroughSubject<Inner.Output, Inner.Failure>.self,
            let next = input as? PassthroughSubject<Inner.Output, Inner.Failure>, engine.move(to: next)
        {
            return .none
        }
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

    /// The demand that this publisher was asked for and has not served.
    @usableFromInline @exclusivity(unchecked)
    var asked = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ engine: SwitchEngine<Downstream>) { self.engine = engine }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        ask(for: engine.demand)
    }

    /// Requests what is missing of a demand.
    @inlinable
    func ask(for demand: Subscribers.Demand) {
        guard asked != .unlimited, let upstream else { return }
        let missing = demand - asked - engine.ahead.count
        guard missing > .none else { return }
        asked += missing
        upstream.request(missing)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live, engine.demand > .none else { return .none }
        asked -= 1
        if engine.isBusy { engine.wait(input) } else { engine.deliver(input) }
        return .none
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
