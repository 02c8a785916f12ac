/// Buffers values until they are requested.
final class BufferEngine<Downstream: Subscriber>: SubscriptionCore, OwnSubscriber, Delivering {
    @exclusivity(unchecked) private(set) var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @exclusivity(unchecked) private var values = Deque<Downstream.Input>()

    /// Busy until the downstream has received its subscription, too.
    @exclusivity(unchecked) var isBusy = true
    @exclusivity(unchecked) var isDue = false

    /// The number of delivered values that the upstream was not asked to replace.
    @exclusivity(unchecked) private var delivered = 0

    /// The completion, which follows the buffered values.
    @exclusivity(unchecked) private var completion: Subscribers.Completion<Downstream.Failure>?

    private let size: Int
    private let prefetch: Publishers.PrefetchStrategy
    private let whenFull: Publishers.BufferingStrategy<Downstream.Failure>

    init(
        to downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Downstream.Failure>
    ) {
        outlet = Outlet(downstream)
        self.size = size
        self.prefetch = prefetch
        self.whenFull = whenFull
    }

    override var description: String { "Buffer" }

    /// Requests from the upstream first, as Combine does; values that arrive meanwhile are buffered.
    func receive(subscription: any Subscription) {
        guard phase == .waiting, let outlet else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        subscription.request(prefetch == .byRequest ? .unlimited : .max(size))
        outlet.downstream.receive(subscription: self)
        isBusy = false
        drain()
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        if isBusy || demand == .none {
            keep(input)
        } else {
            delivered += 1
            deliver(input)
        }
        return claim()
    }

    /// Buffers a value, if there is room.
    private func keep(_ input: Downstream.Input) {
        isDue = isBusy
        if values.count >= size, !makeRoom() { return }
        values.append(input)
    }

    /// Makes room for one more value; returns `false` if that value is to be dropped.
    private func makeRoom() -> Bool {
        switch whenFull {
        case .dropNewest:
            return false
        case .dropOldest:
            let dropped = values.popFirst()
            return dropped != nil
        case .customError(let makeError):
            let error = makeError()
            phase = .over
            take(&upstream)?.cancel()
            complete(.failure(error))
            return false
        }
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = take(&upstream)
        complete(completion)
        withExtendedLifetime(ended) {}
    }

    /// Completes after the buffered values, or drops them if this is a failure.
    private func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        self.completion = completion
        var dropped = Deque<Downstream.Input>()
        if case .failure = completion { swap(&dropped, &values) }
        drainSoon()
        withExtendedLifetime(dropped) {}
    }

    override func request(_ more: Subscribers.Demand) {
        add(more)
    }

    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), values)
        values = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }

    /// Delivers the buffered values in demand, then the completion; asks the upstream to replace them.
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let value = values.popFirst() {
            delivered += 1
            pass(value)
        }
        isBusy = false
        isDue = false
        let replacements = claim()
        if replacements > .none { upstream?.request(replacements) }
        finishIfDone()
    }

    /// Returns the demand that replaces the delivered values.
    private func claim() -> Subscribers.Demand {
        guard prefetch == .keepFull else { return .none }
        let replacements = Subscribers.Demand.max(delivered)
        delivered = 0
        return replacements
    }

    private func finishIfDone() {
        guard values.isEmpty, !isBusy, let completion else { return }
        self.completion = nil
        let ended = take(&outlet)
        ended?.downstream.receive(completion: completion)
    }
}
