/// Buffers values until they are requested.
final class BufferEngine<Downstream: Subscriber>: SubscriptionCore, OwnSubscriber {
    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var demand = Subscribers.Demand.none
    @exclusivity(unchecked) private var values = Deque<Downstream.Input>()
    @exclusivity(unchecked) private var isDelivering = false

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
        isDelivering = true
        subscription.request(prefetch == .byRequest ? .unlimited : .max(size))
        outlet.downstream.receive(subscription: self)
        isDelivering = false
        replenish(deliver())
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        let isPassing = demand > .none && values.isEmpty && !isDelivering
        if values.count >= size, !isPassing {
            guard makeRoom() else { return .none }
        }
        values.append(input)
        let delivered = deliver()
        return prefetch == .keepFull ? .max(delivered) : .none
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
            phase = .over
            completion = .failure(makeError())
            take(&upstream)?.cancel()
            _ = deliver()
            return false
        }
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        self.completion = completion
        if case .failure = completion { values = Deque() }
        let ended = take(&upstream)
        _ = deliver()
        withExtendedLifetime(ended) {}
    }

    override func request(_ more: Subscribers.Demand) {
        guard outlet != nil else { return }
        demand += more
        replenish(deliver())
    }

    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), values)
        values = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }

    private func replenish(_ delivered: Int) {
        if prefetch == .keepFull, delivered > 0 { upstream?.request(.max(delivered)) }
    }

    /// Delivers the requested values in a loop, then the completion; returns the number of values.
    private func deliver() -> Int {
        if isDelivering { return 0 }
        isDelivering = true
        var delivered = 0
        while demand > .none, let outlet, let value = values.popFirst() {
            delivered += 1
            demand -= 1
            demand += outlet.downstream.receive(value)
        }
        isDelivering = false
        finishIfDone()
        return delivered
    }

    private func finishIfDone() {
        guard values.isEmpty, let completion else { return }
        self.completion = nil
        let ended = take(&outlet)
        ended?.downstream.receive(completion: completion)
    }
}
