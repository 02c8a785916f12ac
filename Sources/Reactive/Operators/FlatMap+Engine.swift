/// Joins what any number of inner publishers send, as it comes.
///
/// With limited demand each inner publisher is asked for one value at a time; what is ahead of the demand waits in
/// order.
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

    /// Values ahead of the demand, with the child to be asked for the next one.
    @usableFromInline @exclusivity(unchecked)
    var ahead = Deque<(value: Downstream.Input, child: FlatMapChild<Downstream>)>()

    @usableFromInline @exclusivity(unchecked)
    var isFlushing = false

    /// Everything was requested; counts as soon as nothing is ahead.
    @usableFromInline @exclusivity(unchecked)
    var wantsAll = false

    /// How many places became free while the upstream was being asked already.
    @usableFromInline @exclusivity(unchecked)
    var freed = 0

    @usableFromInline @exclusivity(unchecked)
    var isAsking = false

    @inlinable override var description: String { "FlatMap" }

    @inlinable
    init(_ downstream: Downstream, _ maxPublishers: Subscribers.Demand) {
        outlet = Outlet(downstream)
        self.maxPublishers = maxPublishers
    }

    /// Takes the upstream's subscription; any second one is cancelled.
    @inlinable
    func begin(_ subscription: any Subscription) {
        guard outerPhase == .waiting, outlet != nil else { return subscription.cancel() }
        outerPhase = .live
        upstream = subscription.core
        subscription.request(maxPublishers)
    }

    /// Whether values of the upstream still count.
    @inlinable var isOpen: Bool { outerPhase == .live && outlet != nil }

    /// Makes the subscriber of one more inner publisher.
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

    /// Hands a value to the downstream, which wants one.
    @inlinable
    func deliver(_ value: Downstream.Input) {
        guard let outlet else { return }
        if demand != .unlimited { demand -= 1 }
        let more = outlet.downstream.receive(value)
        if more != .none { demand += more }
    }

    /// Keeps a value that nobody wants yet.
    @inlinable
    func wait(_ value: Downstream.Input, of child: FlatMapChild<Downstream>) {
        ahead.append((value, child))
    }

    /// A child has ended: its place is free for the next.
    @inlinable
    func childEnded(
        _ child: FlatMapChild<Downstream>, _ completion: Subscribers.Completion<Downstream.Failure>
    ) {
        remove(child)
        guard outlet != nil else { return }
        if case .failure = completion { return fail(completion) }
        if outerPhase == .live, maxPublishers != .unlimited { ask() }
        finishIfDone()
    }

    /// Asks for one value for each place that is free, in a loop: an upstream that answers at once, with inner
    /// publishers that end at once, must not go deeper with each value.
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

    /// Delivers what is ahead; what arrives meanwhile waits behind it.
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

    /// Cancels what is still running, the inner publishers first.
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
