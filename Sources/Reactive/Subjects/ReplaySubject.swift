/// A subject that stores the newest values for late subscribers.
final class ReplaySubject<Output, Failure: Error>: Subject {
    private let live = PassthroughSubject<Output, Failure>()
    private let count: Int

    @exclusivity(unchecked) private var kept = Deque<Output>()
    @exclusivity(unchecked) private var completion: Subscribers.Completion<Failure>?

    init(_ count: Int) { self.count = count }

    /// Whether the subject has completed.
    var hasEnded: Bool { completion != nil }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let inner = ReplayInner(to: subscriber, limit: max(count, 1), kept: kept, completion: completion)
        if completion == nil { live.receive(subscriber: inner.feed) }
        subscriber.receive(subscription: inner)
        inner.start()
    }

    func send(_ value: Output) {
        guard completion == nil else { return }
        kept.append(value)
        let dropped = kept.count > count ? kept.popFirst() : nil
        live.send(value)
        withExtendedLifetime(dropped) {}
    }

    func send(completion: Subscribers.Completion<Failure>) {
        guard self.completion == nil else { return }
        self.completion = completion
        live.send(completion: completion)
    }

    func send(subscription: any Subscription) { live.send(subscription: subscription) }
}

/// A subscriber of a replay subject: receives stored values, then live ones.
final class ReplayInner<Downstream: Subscriber>: SubscriptionCore, Delivering {
    @exclusivity(unchecked) private(set) var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @exclusivity(unchecked) private var waiting: Deque<Downstream.Input>
    @exclusivity(unchecked) private var completion: Subscribers.Completion<Downstream.Failure>?

    /// Busy until the downstream has received its subscription, too.
    @exclusivity(unchecked) var isBusy = true
    @exclusivity(unchecked) var isDue = false
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    private let limit: Int

    init(
        to downstream: Downstream, limit: Int, kept: Deque<Downstream.Input>,
        completion: Subscribers.Completion<Downstream.Failure>?
    ) {
        outlet = Outlet(downstream)
        self.limit = limit
        waiting = kept
        self.completion = completion
    }

    override var description: String { "Replay" }

    /// The subscriber for live values.
    var feed: AnySubscriber<Downstream.Input, Downstream.Failure> {
        AnySubscriber(
            receiveSubscription: { [self] in
                upstream = $0.core
                $0.request(.unlimited)
            },
            receiveValue: { [self] in
                accept($0)
                return .none
            },
            receiveCompletion: { [self] in complete($0) })
    }

    /// Marks the downstream as subscribed and delivers the stored values in demand.
    func start() {
        isBusy = false
        drain()
    }

    private func accept(_ value: Downstream.Input) {
        guard outlet != nil else { return }
        if !isBusy, demand > .none { return deliver(value) }
        let dropped = waiting.count >= limit && demand == .none ? waiting.popFirst() : nil
        waiting.append(value)
        isDue = isBusy
        withExtendedLifetime(dropped) {}
    }

    /// Completes after the waiting values; a failure overtakes them.
    private func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard outlet != nil else { return }
        self.completion = completion
        var dropped = Deque<Downstream.Input>()
        if case .failure = completion { swap(&dropped, &waiting) }
        drainSoon()
        withExtendedLifetime(dropped) {}
    }

    override func request(_ more: Subscribers.Demand) { add(more) }

    /// Delivers the waiting values in demand, then the completion. A failure needs no demand for the stored
    /// values before it.
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let value = waiting.popFirst() { pass(value) }
        isBusy = false
        isDue = false
        guard let completion else { return }
        if case .finished = completion, !waiting.isEmpty { return }
        let ended = take(&outlet)
        let dropped = (take(&upstream), waiting)
        waiting = Deque()
        ended?.downstream.receive(completion: completion)
        withExtendedLifetime(dropped) {}
    }

    override func cancel() {
        let dropped = (take(&outlet), waiting)
        waiting = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
