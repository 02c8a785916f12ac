/// Joins several upstreams into one downstream, as they come.
///
/// While the demand is limited each upstream is one value ahead, so that none starves the others.
@usableFromInline
final class MergeEngine<Downstream: Subscriber>: Subscription, CustomStringConvertible {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var branches: [MergeBranch<Downstream>] = []

    /// How many upstreams have not ended.
    @usableFromInline @exclusivity(unchecked)
    var running: Int

    @usableFromInline var description: String { "Merge" }

    @usableFromInline
    init(_ downstream: Downstream, count: Int) {
        outlet = Outlet(downstream)
        running = count
        for _ in 0..<count { branches.append(MergeBranch(self)) }
        downstream.receive(subscription: self)
        if count == 0 { finish() }
    }

    /// Subscribes the branch at an index, unless all is over already.
    @inlinable
    func attach<P: Publisher>(_ publisher: P, _ index: Int)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        if outlet == nil { return }
        publisher.receive(subscriber: branches[index])
    }

    @usableFromInline
    func request(_ more: Subscribers.Demand) {
        guard outlet != nil else { return }
        let becomesUnlimited = demand != .unlimited && more == .unlimited
        demand += more
        for branch in branches {
            guard outlet != nil else { return }
            branch.flush(self, wantsAll: becomesUnlimited)
        }
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

    @usableFromInline
    func branchEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        running -= 1
        if case .failure = completion {
            let ended = outlet.take()
            end()
            ended?.downstream.receive(completion: completion)
        } else {
            finishIfDone()
        }
    }

    private func finishIfDone() {
        if running == 0, branches.allSatisfy({ $0.buffer == nil }) { finish() }
    }

    private func finish() {
        let ended = outlet.take()
        end()
        ended?.downstream.receive(completion: .finished)
    }

    /// Cancels what is still running.
    private func end() {
        let ended = branches
        branches = []
        for branch in ended { branch.stop() }
    }
}

/// The subscriber of one upstream of a merge.
@usableFromInline
final class MergeBranch<Downstream: Subscriber>: Subscriber {
    @usableFromInline let engine: MergeEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var upstream: (any Subscription)?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    /// The value that is ahead of the demand; an upstream that sends more than was requested replaces it.
    @usableFromInline @exclusivity(unchecked)
    var buffer: Downstream.Input?

    @usableFromInline
    init(_ engine: MergeEngine<Downstream>) { self.engine = engine }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription
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

    @usableFromInline
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

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = upstream.take()
        engine.branchEnded(completion)
        withExtendedLifetime(ended) {}
    }

    /// Delivers the value that is ahead, when it is wanted now, and asks for the next.
    func flush(_ engine: MergeEngine<Downstream>, wantsAll: Bool) {
        if engine.demand > .none, let value = buffer.take() {
            engine.deliver(value)
            if !wantsAll { upstream?.request(.max(1)) }
        }
        if wantsAll { upstream?.request(.unlimited) }
    }

    /// Cancels the upstream and drops what is ahead.
    func stop() {
        phase = .over
        let dropped = buffer.take()
        let ended = upstream.take()
        ended?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
