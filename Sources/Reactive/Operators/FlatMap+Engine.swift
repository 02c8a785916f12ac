/// Joins what any number of inner publishers send, as it comes.
///
/// With limited demand each inner publisher is asked for one value at a time; what is ahead of the demand waits in
/// order.
@usableFromInline
final class FlatMapEngine<Downstream: Subscriber>: Subscription, CustomStringConvertible {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline let maxPublishers: Subscribers.Demand

    @exclusivity(unchecked)
    private var upstream: (any Subscription)?

    @exclusivity(unchecked)
    private var outerPhase = Phase.waiting

    @exclusivity(unchecked)
    private var children: [FlatMapChild<Downstream>] = []

    /// Values ahead of the demand, with the child to be asked for the next one.
    @exclusivity(unchecked)
    private var ahead = Deque<(value: Downstream.Input, child: FlatMapChild<Downstream>)>()

    @usableFromInline @exclusivity(unchecked)
    var isFlushing = false

    /// Everything was requested; counts as soon as nothing is ahead.
    @exclusivity(unchecked)
    private var wantsAll = false

    /// How many places became free while the upstream was being asked already.
    @exclusivity(unchecked)
    private var freed = 0

    @exclusivity(unchecked)
    private var isAsking = false

    @usableFromInline var description: String { "FlatMap" }

    @usableFromInline
    init(_ downstream: Downstream, _ maxPublishers: Subscribers.Demand) {
        outlet = Outlet(downstream)
        self.maxPublishers = maxPublishers
    }

    /// Takes the upstream's subscription; any second one is cancelled.
    @usableFromInline
    func begin(_ subscription: any Subscription) {
        guard outerPhase == .waiting, outlet != nil else { return subscription.cancel() }
        outerPhase = .live
        upstream = subscription
        subscription.request(maxPublishers)
    }

    /// Whether values of the upstream still count.
    @usableFromInline var isOpen: Bool { outerPhase == .live && outlet != nil }

    /// Makes the subscriber of one more inner publisher.
    @usableFromInline
    func makeChild() -> FlatMapChild<Downstream> {
        let child = FlatMapChild(self)
        child.index = children.count
        children.append(child)
        return child
    }

    @usableFromInline
    func outerEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard isOpen else { return }
        outerPhase = .over
        let ended = upstream.take()
        if case .failure = completion { fail(completion) } else { finishIfDone() }
        withExtendedLifetime(ended) {}
    }

    @usableFromInline
    func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        if more == .unlimited { wantsAll = true } else { demand += more }
        flush()
        if wantsAll, demand != .unlimited, !isFlushing { askForAll() }
        finishIfDone()
    }

    @usableFromInline
    func cancel() {
        let ended = outlet.take()
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
    @usableFromInline
    func wait(_ value: Downstream.Input, of child: FlatMapChild<Downstream>) {
        ahead.append((value, child))
    }

    /// A child has ended: its place is free for the next.
    @usableFromInline
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
    private func ask() {
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
    private func flush() {
        if isFlushing { return }
        isFlushing = true
        while wantsAll || demand > .none, outlet != nil, let next = ahead.popFirst() {
            deliver(next.value)
            if !wantsAll { next.child.upstream?.request(.max(1)) }
        }
        isFlushing = false
    }

    private func askForAll() {
        demand = .unlimited
        for child in children { child.upstream?.request(.unlimited) }
    }

    private func remove(_ child: FlatMapChild<Downstream>) {
        guard child.index < children.count, children[child.index] === child else { return }
        let last = children.removeLast()
        guard last !== child else { return }
        last.index = child.index
        children[child.index] = last
    }

    private func finishIfDone() {
        guard outerPhase == .over, children.isEmpty, ahead.isEmpty, !isFlushing else { return }
        let ended = outlet.take()
        ended?.downstream.receive(completion: .finished)
    }

    private func fail(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = outlet.take()
        end()
        ended?.downstream.receive(completion: completion)
    }

    /// Cancels what is still running, the inner publishers first.
    private func end() {
        let running = children
        children = []
        let dropped = ahead
        ahead = Deque()
        for child in running { child.stop() }
        outerPhase = .over
        let ended = upstream.take()
        ended?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
