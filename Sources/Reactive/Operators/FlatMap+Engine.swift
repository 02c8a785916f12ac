/// Merges the values of any number of inner publishers.
///
/// With limited demand, each inner publisher is asked for one value at a time; values ahead of the demand
/// wait in order.
@usableFromInline
final class FlatMapEngine<Downstream: Subscriber>: SubscriptionCore {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline let maxPublishers: Subscribers.Demand

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var outerPhase = Phase.waiting

    @usableFromInline @exclusivity(unchecked)
    var children: [FlatMapChild<Downstream>] = []

    /// Values ahead of the demand, with the child to request the next one from.
    @usableFromInline @exclusivity(unchecked)
    var ahead = Deque<(value: Downstream.Input, child: FlatMapChild<Downstream>)>()

    @usableFromInline @exclusivity(unchecked)
    var isFlushing = false

    /// Whether demand is unlimited; takes effect once no value is ahead.
    @usableFromInline @exclusivity(unchecked)
    var wantsAll = false

    /// The number of places that became free during a request to the upstream.
    @usableFromInline @exclusivity(unchecked)
    var freed = 0

    @usableFromInline @exclusivity(unchecked)
    var isAsking = false

    @inlinable override var description: String { "FlatMap" }

    @inlinable
    init(to downstream: Downstream, maxPublishers: Subscribers.Demand) {
        outlet = Outlet(downstream)
        self.maxPublishers = maxPublishers
    }

    /// Accepts the upstream's subscription; cancels any further one.
    @inlinable
    func begin(_ subscription: any Subscription) {
        guard outerPhase == .waiting, outlet != nil else { return subscription.cancel() }
        outerPhase = .live
        upstream = subscription.core
        subscription.request(maxPublishers)
    }

    /// Whether values of the upstream are still processed.
    @inlinable var isOpen: Bool { outerPhase == .live && outlet != nil }

    /// Makes the subscriber of another inner publisher.
    @inlinable
    func makeChild() -> FlatMapChild<Downstream> {
        let child = FlatMapChild(self)
        child.index = children.count
        children.append(child)
        return child
    }

    @inlinable
    func outerEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard isOpen else { return }
        outerPhase = .over
        let ended = take(&upstream)
        if case .failure = completion { fail(completion) } else { finishIfDone() }
        withExtendedLifetime(ended) {}
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        if more == .unlimited { wantsAll = true } else { demand += more }
        flush()
        if wantsAll, demand != .unlimited, !isFlushing { askForAll() }
        finishIfDone()
    }

    @inlinable
    override func cancel() {
        let ended = take(&outlet)
        end()
        withExtendedLifetime(ended) {}
    }

    /// Delivers a value to the downstream, which has demand.
    @inlinable
    func deliver(_ value: Downstream.Input) {
        guard let outlet else { return }
        if demand != .unlimited { demand -= 1 }
        let more = outlet.downstream.receive(value)
        if more != .none { demand += more }
    }

    /// Queues a value without demand.
    @inlinable
    func wait(_ value: Downstream.Input, of child: FlatMapChild<Downstream>) {
        ahead.append((value, child))
    }

    /// Frees the place of a child that has completed.
    @inlinable
    func childEnded(
        _ child: FlatMapChild<Downstream>, with completion: Subscribers.Completion<Downstream.Failure>
    ) {
        remove(child)
        guard outlet != nil else { return }
        if case .failure = completion { return fail(completion) }
        if outerPhase == .live, maxPublishers != .unlimited { ask() }
        finishIfDone()
    }

    /// Requests one value for each free place, in a loop: an upstream that responds synchronously, with inner
    /// publishers that complete synchronously, must not recurse.
    @inlinable
    func ask() {
        freed += 1
        if isAsking { return }
        isAsking = true
        while freed > 0, let upstream {
            freed -= 1
            upstream.request(.max(1))
        }
        isAsking = false
    }

    /// Delivers the values ahead; values that arrive meanwhile are queued.
    @inlinable
    func flush() {
        if isFlushing { return }
        isFlushing = true
        while wantsAll || demand > .none, outlet != nil, let next = ahead.popFirst() {
            deliver(next.value)
            if !wantsAll { next.child.upstream?.request(.max(1)) }
        }
        isFlushing = false
    }

    @inlinable
    func askForAll() {
        demand = .unlimited
        for child in children { child.upstream?.request(.unlimited) }
    }

    @inlinable
    func remove(_ child: FlatMapChild<Downstream>) {
        guard child.index < children.count, children[child.index] === child else { return }
        let last = children.removeLast()
        guard last !== child else { return }
        last.index = child.index
        children[child.index] = last
    }

    @inlinable
    func finishIfDone() {
        guard outerPhase == .over, children.isEmpty, ahead.isEmpty, !isFlushing else { return }
        let ended = take(&outlet)
        ended?.downstream.receive(completion: .finished)
    }

    @inlinable
    func fail(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        end()
        ended?.downstream.receive(completion: completion)
    }

    /// Cancels all running publishers, the inner ones first.
    @inlinable
    func end() {
        let running = children
        children = []
        let dropped = ahead
        ahead = Deque()
        for child in running { child.stop() }
        outerPhase = .over
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
