/// Hands everything on later, one scheduled action for each signal, in order.
///
/// What waits is kept here and not by the scheduled actions, so cancelling lets go of it at once.
final class PostingEngine<Downstream: Subscriber>: SubscriptionCore, OwnSubscriber {
    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var waiting = Deque<Signal<Downstream.Input, Downstream.Failure>>()
    @exclusivity(unchecked) private var isDelivering = false

    /// How many signals were due while one was being delivered.
    @exclusivity(unchecked) private var due = 0

    /// The downstream has its subscription: signals that are due earlier wait for that.
    @exclusivity(unchecked) private var hasBegun = false

    /// The ways into the scheduler; they go at the end, because the scheduler may hold this.
    @exclusivity(unchecked) private var begin: ((@escaping () -> Void) -> Void)?
    @exclusivity(unchecked) private var post: ((@escaping () -> Void) -> Void)?
    let name: String

    override var description: String { name }

    init(
        _ name: String, _ downstream: Downstream, begin: @escaping (@escaping () -> Void) -> Void,
        post: @escaping (@escaping () -> Void) -> Void
    ) {
        self.name = name
        outlet = Outlet(downstream)
        self.begin = begin
        self.post = post
    }

    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        let schedule = take(&begin)
        schedule? { [weak self] in self?.handOut() }
    }

    private func handOut() {
        guard let outlet else { return }
        hasBegun = true
        outlet.downstream.receive(subscription: self)
        deliver()
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        enqueue(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        enqueue(.completion(completion))
    }

    private func enqueue(_ signal: Signal<Downstream.Input, Downstream.Failure>) {
        waiting.append(signal)
        let schedule = post
        schedule? { [self] in
            due += 1
            deliver()
        }
    }

    /// Delivers what is due; a scheduler that runs actions at once does not go deeper.
    private func deliver() {
        if isDelivering || !hasBegun { return }
        isDelivering = true
        while due > 0, let outlet, let signal = waiting.popFirst() {
            due -= 1
            switch signal {
            case .value(let value):
                let more = outlet.downstream.receive(value)
                if more > .none { upstream?.request(more) }
            case .completion(let completion):
                finish(completion)
            }
        }
        isDelivering = false
    }

    private func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = take(&outlet)
        let dropped = (take(&upstream), take(&post))
        ended?.downstream.receive(completion: completion)
        withExtendedLifetime(dropped) {}
    }

    override func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }

    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), take(&begin), take(&post), waiting)
        waiting = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
