/// Runs an action at the end of a turn.
@usableFromInline
final class Later {
    @usableFromInline let schedule: (@escaping () -> Void) -> Void

    @inlinable
    init(_ schedule: @escaping (@escaping () -> Void) -> Void) { self.schedule = schedule }
}

/// A request of the engine to its branches.
@usableFromInline
@frozen
enum LatestRequest {
    /// Return the combination of the newest values; each branch has one.
    case combine
    /// Cancel the upstreams and drop the values.
    case stop
}

/// Combines the newest values of several upstreams.
///
/// It requests everything from each upstream, since it keeps only the newest value: changes without demand
/// are not lost, and the newest combination follows on the next request.
@usableFromInline
final class LatestEngine<Downstream: Subscriber>: SubscriptionCore, Delivering {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    /// The combinations in demand that arose during a delivery.
    @usableFromInline @exclusivity(unchecked)
    var ahead = Deque<Downstream.Input>()

    /// Runs an action at the end of the turn; `nil` to publish every change at once.
    @usableFromInline let later: Later?

    /// The branches as one closure, which combines their newest values, or cancels them and returns `nil`;
    /// one object instead of two.
    @usableFromInline @exclusivity(unchecked)
    var branches: ((LatestRequest) -> Downstream.Input?)?

    /// The number of upstreams that have not published yet.
    @usableFromInline @exclusivity(unchecked)
    var missing: Int32

    /// The number of upstreams that have not completed.
    @usableFromInline @exclusivity(unchecked)
    var running: Int32

    /// Whether there is a combination that the downstream has not received.
    @usableFromInline @exclusivity(unchecked)
    var isStale = false

    @usableFromInline @exclusivity(unchecked)
    var isBusy = false

    @usableFromInline @exclusivity(unchecked)
    var isDue = false

    @usableFromInline @exclusivity(unchecked)
    var isScheduled = false

    @inlinable override var description: String { "CombineLatest" }

    @inlinable
    init(_ downstream: Downstream, count: Int, later: Later?) {
        outlet = Outlet(downstream)
        missing = Int32(count)
        running = Int32(count)
        self.later = later
    }

    /// Passes on the subscription, with the closure for the branches.
    @inlinable
    func start(_ branches: @escaping (LatestRequest) -> Downstream.Input?) {
        self.branches = branches
        outlet?.downstream.receive(subscription: self)
        if running == 0 { complete(.finished) }
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) { add(more) }

    @inlinable
    override func cancel() {
        let ended = take(&outlet)
        stop()
        withExtendedLifetime(ended) {}
    }

    /// A branch has a new value.
    @inlinable
    func changed() {
        if missing > 0 { return }
        if later != nil || isBusy || demand == .none { return hold() }
        if let combination = branches?(.combine) { deliver(combination) }
    }

    /// Keeps a combination that cannot be delivered now: in order if it is in demand, else only the newest.
    @inlinable
    func hold() {
        guard later == nil, demand > ahead.count, let combination = branches?(.combine) else {
            isStale = true
            if later == nil { isDue = isBusy } else { schedule() }
            return
        }
        isStale = false
        ahead.append(combination)
        isDue = true
    }

    /// Delivers the waiting combinations in demand.
    @inlinable
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let next = popNext() { pass(next) }
        isBusy = false
        isDue = false
        finishIfDone()
    }

    /// Returns the next waiting combination.
    @inlinable
    func popNext() -> Downstream.Input? {
        if let next = ahead.popFirst() { return next }
        guard isStale, !isScheduled, let branches else { return nil }
        isStale = false
        return branches(.combine)
    }

    /// Publishes once at the end of the turn, after all other changes.
    @inlinable
    func schedule() {
        if isScheduled { return }
        isScheduled = true
        later?.schedule { [self] in
            isScheduled = false
            drainSoon()
        }
    }

    @inlinable
    func branchEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        running -= 1
        if case .failure = completion { complete(completion) } else { drainSoon() }
    }

    @inlinable
    func finishIfDone() {
        if running == 0, !isStale, !isScheduled, !isBusy, ahead.isEmpty { complete(.finished) }
    }

    @inlinable
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    @inlinable
    func stop() {
        let dropped = ahead
        ahead = Deque()
        let ended = branches
        branches = nil
        _ = ended?(.stop)
        withExtendedLifetime(dropped) {}
    }
}

/// The subscriber of one upstream of a combination.
@usableFromInline
final class LatestBranch<Input, Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: LatestEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @usableFromInline @exclusivity(unchecked)
    var value: Input?

    @inlinable
    init(_ engine: LatestEngine<Downstream>) { self.engine = engine }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        subscription.request(.unlimited)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        let old = value
        value = input
        if old == nil { engine.missing -= 1 }
        withExtendedLifetime(old) {}
        engine.changed()
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = take(&upstream)
        engine.branchEnded(completion)
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func stop() {
        phase = .over
        let dropped = take(&value)
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
