/// Combines the first, second, … values of several upstreams.
///
/// It requests from each upstream the downstream's demand and needs no count of its own.
@usableFromInline
final class ZipEngine<Downstream: Subscriber>: SubscriptionCore {
    /// The downstream and the closure that sends it the branches' oldest values; released together.
    ///
    /// The closure sends them itself: a returned tuple would be stored part by part and loaded as a whole,
    /// for which the processor must wait.
    @usableFromInline
    final class Target: SelfRetaining {
        @usableFromInline let downstream: Downstream
        @usableFromInline let deliver: () -> Subscribers.Demand

        @inlinable
        init(_ downstream: Downstream, deliver: @escaping () -> Subscribers.Demand) {
            self.downstream = downstream
            self.deliver = deliver
        }
    }

    @usableFromInline @exclusivity(unchecked)
    var target: Target?

    @usableFromInline @exclusivity(unchecked)
    var branches: [any ZipQueue] = []

    /// The number of branches without a waiting value.
    @usableFromInline @exclusivity(unchecked)
    var lacking: Int

    /// The number of branches that have completed.
    @usableFromInline @exclusivity(unchecked)
    var completed = 0

    /// The total demand so far.
    @usableFromInline @exclusivity(unchecked)
    var granted = Subscribers.Demand.none

    /// The branch that is delivering, which receives demand requested meanwhile as its answer; -1 for none.
    @usableFromInline @exclusivity(unchecked)
    var current = -1

    @usableFromInline @exclusivity(unchecked)
    var answer = Subscribers.Demand.none

    @usableFromInline override var description: String { "Zip" }

    @inlinable
    init(count: Int) { lacking = count }

    /// Passes on the subscription, with the branches and the closure that sends their values.
    @inlinable
    func start(
        _ branches: [any ZipQueue], to downstream: Downstream,
        deliver: @escaping () -> Subscribers.Demand
    ) {
        self.branches = branches
        target = Target(downstream, deliver: deliver)
        downstream.receive(subscription: self)
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard target != nil else { return }
        granted += more
        for (index, branch) in branches.enumerated() {
            if index == current { answer += more } else { branch.upstream?.request(more) }
        }
    }

    @inlinable
    override func cancel() {
        let ended = take(&target)
        stop()
        withExtendedLifetime(ended) {}
    }

    /// Delivers complete combinations; returns the additional demand for the branch.
    @inlinable
    func advance(_ branch: Int) -> Subscribers.Demand {
        if lacking > 0 || current >= 0 { return .none }
        current = branch
        while lacking == 0, let target = target.unretained {
            let more = target.use { $0.deliver() }
            if more != .none { request(more) }
        }
        current = -1
        let given = answer
        answer = .none
        if completed > 0 { finishIfDone() }
        return given
    }

    @usableFromInline
    func branchEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        completed += 1
        if case .failure = completion { complete(completion) } else { finishIfDone() }
    }

    /// Finishes when no further combination is possible.
    @usableFromInline
    func finishIfDone() {
        if current < 0, branches.contains(where: { $0.isOver && $0.isEmpty }) { complete(.finished) }
    }

    private func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&target)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    @usableFromInline
    func stop() {
        let ended = branches
        branches = []
        for branch in ended { branch.stop() }
    }
}

/// A branch without the type of its values, as its engine uses it.
@usableFromInline
protocol ZipQueue: AnyObject {
    var upstream: SubscriptionCore? { get }
    var isEmpty: Bool { get }
    var isOver: Bool { get }

    /// Cancels the upstream and drops the values.
    func stop()
}

/// The subscriber of one upstream of a zip.
@usableFromInline
final class ZipBranch<Input, Downstream: Subscriber>: OwnSubscriber, ZipQueue {
    @usableFromInline let engine: ZipEngine<Downstream>

    /// The place among the branches.
    @usableFromInline let index: Int

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    /// The oldest waiting value.
    @usableFromInline @exclusivity(unchecked)
    var first: Input?

    /// The waiting values after the first one, which few branches have.
    @usableFromInline @exclusivity(unchecked)
    var rest = Deque<Input>()

    @inlinable
    init(_ engine: ZipEngine<Downstream>, at index: Int) {
        self.engine = engine
        self.index = index
    }

    @usableFromInline var isEmpty: Bool { first == nil }
    @usableFromInline var isOver: Bool { phase == .over }

    /// Removes the oldest value, which exists.
    @inlinable
    func next() -> Input {
        let value = first!
        first = rest.isEmpty ? nil : rest.popFirst()
        if first == nil { engine.lacking += 1 }
        return value
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        if engine.granted > .none { subscription.request(engine.granted) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        if first == nil {
            first = input
            engine.lacking -= 1
        } else {
            rest.append(input)
        }
        return engine.advance(index)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = take(&upstream)
        engine.branchEnded(completion)
        withExtendedLifetime(ended) {}
    }

    @usableFromInline
    func stop() {
        phase = .over
        let dropped = (first, rest)
        first = nil
        rest = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
