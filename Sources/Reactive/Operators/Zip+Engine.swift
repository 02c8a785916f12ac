/// Combines the first, second, … values of several upstreams.
///
/// It requests from each upstream the downstream's demand and needs no count of its own.
@usableFromInline
final class ZipEngine<Downstream: Subscriber>: SubscriptionCore {
    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var branches: [any ZipQueue] = []
    @exclusivity(unchecked) private var combine: (() -> Downstream.Input)?
    @exclusivity(unchecked) private var isDelivering = false

    /// The total demand so far.
    @exclusivity(unchecked) private(set) var granted = Subscribers.Demand.none

    /// The branch that is delivering, which receives demand requested meanwhile as its answer.
    @exclusivity(unchecked) private var current: (any ZipQueue)?
    @exclusivity(unchecked) private var answer = Subscribers.Demand.none

    @usableFromInline override var description: String { "Zip" }

    @usableFromInline
    init(_ downstream: Downstream) { outlet = Outlet(downstream) }

    /// Passes on the subscription, with the branches and the closure that combines their values.
    @usableFromInline
    func begin(_ branches: [any ZipQueue], combine: @escaping () -> Downstream.Input) {
        self.branches = branches
        self.combine = combine
        outlet?.downstream.receive(subscription: self)
    }

    @usableFromInline
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        granted += more
        for branch in branches {
            if branch === current { answer += more } else { branch.upstream?.request(more) }
        }
    }

    @usableFromInline
    override func cancel() {
        let ended = take(&outlet)
        stop()
        withExtendedLifetime(ended) {}
    }

    /// Delivers complete combinations; returns the additional demand for the branch.
    func advance(_ branch: any ZipQueue) -> Subscribers.Demand {
        if isDelivering { return .none }
        isDelivering = true
        current = branch
        while let outlet, let combine, branches.allSatisfy({ !$0.isEmpty }) {
            let more = outlet.downstream.receive(combine())
            if more != .none { request(more) }
        }
        isDelivering = false
        let given = answer
        answer = .none
        current = nil
        finishIfDone()
        return given
    }

    func branchEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if case .failure = completion { end(completion) } else { finishIfDone() }
    }

    /// Finishes when no further combination is possible.
    private func finishIfDone() {
        if !isDelivering, branches.contains(where: { $0.isOver && $0.isEmpty }) { end(.finished) }
    }

    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    private func stop() {
        let dropped = take(&combine)
        let ended = branches
        branches = []
        for branch in ended { branch.stop() }
        withExtendedLifetime(dropped) {}
    }
}

/// A branch without the type of its values, as its engine uses it.
@usableFromInline
protocol ZipQueue: Upstreamed {
    var isEmpty: Bool { get }
    var isOver: Bool { get }
}

/// The subscriber of one upstream of a zip.
@usableFromInline
final class ZipBranch<Input, Downstream: Subscriber>: OwnSubscriber, ZipQueue {
    private let engine: ZipEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    private(set) var upstream: SubscriptionCore?

    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var values = Deque<Input>()

    @usableFromInline
    init(_ engine: ZipEngine<Downstream>) { self.engine = engine }

    @usableFromInline var isEmpty: Bool { values.isEmpty }
    @usableFromInline var isOver: Bool { phase == .over }

    /// Removes the oldest value, which exists.
    @usableFromInline
    func next() -> Input { values.popFirst()! }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        if engine.granted > .none { subscription.request(engine.granted) }
    }

    @usableFromInline
    func receive(_ input: Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        values.append(input)
        return engine.advance(self)
    }

    @usableFromInline
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
        let dropped = values
        values = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
