/// Merges several upstreams.
///
/// With limited demand, each upstream is one value ahead, so that none starves the others.
@usableFromInline
final class MergeEngine<Downstream: Subscriber>: SubscriptionCore {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var branches: [MergeBranch<Downstream>] = []

    /// The number of upstreams that have not completed.
    @usableFromInline @exclusivity(unchecked)
    var running: Int

    @inlinable override var description: String { "Merge" }

    @inlinable
    init(_ downstream: Downstream, count: Int) {
        outlet = Outlet(downstream)
        running = count
        super.init()
        for _ in 0..<count { branches.append(MergeBranch(self)) }
        downstream.receive(subscription: self)
        if count == 0 { finish() }
    }

    /// Subscribes the branch at an index, unless the merge has ended.
    @inlinable
    func attach<P: Publisher>(_ publisher: P, at index: Int)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        if outlet == nil { return }
        publisher.receive(subscriber: branches[index])
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        guard outlet != nil else { return }
        let becomesUnlimited = demand != .unlimited && more == .unlimited
        demand += more
        for branch in branches {
            guard outlet != nil else { return }
            branch.flush(self, wantsAll: becomesUnlimited)
        }
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

    @inlinable
    func branchEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        running -= 1
        if case .failure = completion {
            let ended = take(&outlet)
            end()
            ended?.downstream.receive(completion: completion)
        } else {
            finishIfDone()
        }
    }

    @inlinable
    func finishIfDone() {
        if running == 0, branches.allSatisfy({ $0.buffer == nil }) { finish() }
    }

    @inlinable
    func finish() {
        let ended = take(&outlet)
        end()
        ended?.downstream.receive(completion: .finished)
    }

    /// Cancels all running upstreams.
    @inlinable
    func end() {
        let ended = branches
        branches = []
        for branch in ended { branch.stop() }
    }
}

/// The subscriber of one upstream of a merge.
@usableFromInline
final class MergeBranch<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: MergeEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    /// The value ahead of the demand; an upstream that sends more than requested replaces it.
    @usableFromInline @exclusivity(unchecked)
    var buffer: Downstream.Input?

    @inlinable
    init(_ engine: MergeEngine<Downstream>) { self.engine = engine }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        subscription.request(engine.demand == .unlimited ? .unlimited : .max(1))
    }

    @inlinable
    func receive(_ value: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        if engine.demand == .unlimited {
            engine.deliver(value)
            return .none
        }
        return receiveLimited(value)
    }

    @inlinable
    func receiveLimited(_ value: Downstream.Input) -> Subscribers.Demand {
        if engine.demand == .none {
            let replaced = buffer
            buffer = value
            withExtendedLifetime(replaced) {}
            return .none
        }
        engine.deliver(value)
        return .max(1)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = take(&upstream)
        engine.branchEnded(completion)
        withExtendedLifetime(ended) {}
    }

    /// Delivers the value ahead if there is demand, and requests the next one.
    @inlinable
    func flush(_ engine: MergeEngine<Downstream>, wantsAll: Bool) {
        if engine.demand > .none, let value = take(&buffer) {
            engine.deliver(value)
            if !wantsAll { upstream?.request(.max(1)) }
        }
        if wantsAll { upstream?.request(.unlimited) }
    }

    /// Cancels the upstream and drops the value ahead.
    @inlinable
    func stop() {
        phase = .over
        let dropped = take(&buffer)
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
