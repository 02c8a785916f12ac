/// Delivers every signal later, one scheduled action per signal, in order.
///
/// This object holds the waiting signals, not the scheduled actions, so that cancellation releases them at
/// once.
final class PostingEngine<Downstream: Subscriber>: SubscriptionCore, OwnSubscriber {
    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var waiting = Deque<Signal<Downstream.Input, Downstream.Failure>>()
    @exclusivity(unchecked) private var isDelivering = false

    /// The number of signals that became due while one was being delivered.
    @exclusivity(unchecked) private var due = 0

    /// Whether the downstream has received its subscription; signals that are due earlier wait.
    @exclusivity(unchecked) private var hasBegun = false

    /// The scheduler's entry points, released at completion because the scheduler may hold this object.
    @exclusivity(unchecked) private var begin: ((@escaping () -> Void) -> Void)?
    @exclusivity(unchecked) private var post: ((@escaping () -> Void) -> Void)?
    let name: String

    override var description: String { name }

    init(
        _ name: String, to downstream: Downstream, begin: @escaping (@escaping () -> Void) -> Void,
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
        schedule? { [self] in handOut() }
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

    /// Delivers the due signals; a scheduler that runs actions synchronously does not recurse.
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
