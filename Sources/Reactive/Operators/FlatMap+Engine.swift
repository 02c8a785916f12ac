/// Merges the values of any number of inner publishers.
///
/// With limited demand, each inner publisher is asked for one value at a time; values ahead of the demand
/// wait in order.
@usableFromInline
final class FlatMapEngine<Downstream: Subscriber>: SubscriptionCore, Delivering {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline let maxPublishers: Subscribers.Demand

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var children: [FlatMapChild<Downstream>] = []

    /// Values ahead of the demand, with the child to request the next one from.
    @usableFromInline @exclusivity(unchecked)
    var ahead = Deque<(value: Downstream.Input, child: FlatMapChild<Downstream>)>()

    /// The number of places that became free during a request to the upstream.
    @usableFromInline @exclusivity(unchecked)
    var freed = 0

    @usableFromInline @exclusivity(unchecked)
    var isAsking = false

    @usableFromInline @exclusivity(unchecked)
    var outerPhase = Phase.waiting

    @usableFromInline @exclusivity(unchecked)
    var isBusy = false

    @usableFromInline @exclusivity(unchecked)
    var isDue = false

    /// Whether the inner publishers were asked for everything, not for one value at a time.
    @usableFromInline @exclusivity(unchecked)
    var asksForAll = false

    /// Whether the inner publishers are the fixed upstreams of a merge.
    @usableFromInline let isMerge: Bool

    @inlinable override var description: String { isMerge ? "Merge" : "FlatMap" }

    @inlinable
    init(to downstream: Downstream, maxPublishers: Subscribers.Demand) {
        outlet = Outlet(downstream)
        self.maxPublishers = maxPublishers
        isMerge = false
    }

    /// Makes the engine of a merge and passes on the subscription; `attach` adds the upstreams, `close` ends
    /// their list.
    @inlinable
    init(merging downstream: Downstream) {
        outlet = Outlet(downstream)
        maxPublishers = .unlimited
        isMerge = true
        outerPhase = .live
        super.init()
        downstream.receive(subscription: self)
    }

    /// Subscribes to an upstream of a merge, unless it has ended.
    @inlinable
    func attach<P: Publisher>(_ publisher: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        if isOpen { publisher.receive(subscriber: makeChild()) }
    }

    /// Ends the list of upstreams of a merge.
    @inlinable
    func close() { outerEnded(.finished) }

    /// Accepts the upstream's subscription; cancels any further one.
    @inlinable
    func accept(_ subscription: any Subscription) {
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
        if case .failure = completion { fail(completion) } else { drainSoon() }
        withExtendedLifetime(ended) {}
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) { add(more) }

    @inlinable
    override func cancel() {
        let ended = take(&outlet)
        cancelAll()
        withExtendedLifetime(ended) {}
    }

    /// Queues a value that arrives without demand or during a delivery.
    @inlinable
    func wait(_ value: Downstream.Input, of child: FlatMapChild<Downstream>) {
        child.ahead += 1
        ahead.append((value, child))
        isDue = isBusy
    }

    /// Delivers the value of an inner publisher that has only one, without subscribing to it; returns `false`
    /// if the value must wait.
    @inlinable
    func deliverOnly(_ value: Downstream.Input) -> Bool {
        if isBusy || demand == .none { return false }
        deliver(value)
        if outlet != nil { free() }
        return true
    }

    /// Removes a child that has completed; its place is free when its last value has been delivered.
    @inlinable
    func childEnded(
        _ child: FlatMapChild<Downstream>, with completion: Subscribers.Completion<Downstream.Failure>
    ) {
        remove(child)
        guard outlet != nil else { return }
        if case .failure = completion { return fail(completion) }
        if child.ahead == 0 { free() }
        drainSoon()
    }

    /// Requests a value from the upstream for a place that has become free.
    @inlinable
    func free() {
        if outerPhase == .live, maxPublishers != .unlimited { ask() }
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
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let next = ahead.popFirst() {
            pass(next.value)
            delivered(from: next.child)
        }
        isBusy = false
        isDue = false
        if demand == .unlimited, !asksForAll { askForAll() }
        finishIfDone()
    }

    /// Requests the next value from a child, or frees its place if this was its last one.
    @inlinable
    func delivered(from child: FlatMapChild<Downstream>) {
        child.ahead -= 1
        if child.phase == .over {
            if child.ahead == 0 { free() }
        } else if !asksForAll, demand != .unlimited {
            child.upstream?.request(.max(1))
        }
    }

    @inlinable
    func askForAll() {
        asksForAll = true
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
        guard outerPhase == .over, children.isEmpty, ahead.isEmpty, !isBusy else { return }
        let ended = take(&outlet)
        ended?.downstream.receive(completion: .finished)
    }

    @inlinable
    func fail(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        cancelAll()
        ended?.downstream.receive(completion: completion)
    }

    /// Cancels all running publishers, the inner ones first.
    @inlinable
    func cancelAll() {
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
