/// Publishes the result of an operation that starts when the future is created; late subscribers receive the
/// same result.
public final class Future<Output, Failure: Error>: Publisher {
    /// Accepts the result once; further calls are ignored.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let state = FutureState<Output, Failure>()

    /// Starts the operation, which calls the promise now or later.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [state] in state.fulfil($0) }
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let waiter = FutureWaiter(state) { subscriber.receive(signal: $0) }
        state.add(waiter)
        subscriber.receive(subscription: waiter)
        waiter.start()
    }
}

final class FutureState<Output, Failure: Error> {
    @exclusivity(unchecked) private(set) var result: Result<Output, Failure>?
    @exclusivity(unchecked) private var waiters:
        [ObjectIdentifier: (order: Int, FutureWaiter<Output, Failure>)] =
            [:]
    @exclusivity(unchecked) private var order = 0

    func add(_ waiter: FutureWaiter<Output, Failure>) {
        if result != nil { return }
        order += 1
        waiters[ObjectIdentifier(waiter)] = (order, waiter)
        LiveSubscriptions.change(by: 1)
    }

    func remove(_ waiter: FutureWaiter<Output, Failure>) {
        if waiters.removeValue(forKey: ObjectIdentifier(waiter)) != nil { LiveSubscriptions.change(by: -1) }
    }

    /// Delivers the result to all subscribers, in the order of subscription.
    func fulfil(_ result: Result<Output, Failure>) {
        if self.result != nil { return }
        self.result = result
        let told = waiters.values.sorted { $0.order < $1.order }
        waiters = [:]
        LiveSubscriptions.change(by: -told.count)
        for (_, waiter) in told { waiter.resolve(result) }
    }
}

/// A subscription to a future.
final class FutureWaiter<Output, Failure: Error>: SubscriptionCore {
    @exclusivity(unchecked) private var state: FutureState<Output, Failure>?
    @exclusivity(unchecked) private var deliver: ((Signal<Output, Failure>) -> Subscribers.Demand)?
    @exclusivity(unchecked) private var isWanted = false
    @exclusivity(unchecked) private var hasBegun = false

    init(
        _ state: FutureState<Output, Failure>,
        deliver: @escaping (Signal<Output, Failure>) -> Subscribers.Demand
    ) {
        self.state = state
        self.deliver = deliver
    }

    override var description: String { "Future" }

    /// Marks the subscriber as subscribed; an existing result may follow.
    func start() {
        hasBegun = true
        if let result = state?.result { resolve(result) }
    }

    override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        isWanted = true
        if let result = state?.result { resolve(result) }
    }

    func resolve(_ result: Result<Output, Failure>) {
        switch result {
        case .success(let value):
            guard isWanted, let deliver = finish() else { return }
            isDelivering = true
            _ = deliver(.value(value))
            if isDelivering { _ = deliver(.completion(.finished)) }
            isDelivering = false
        case .failure(let error):
            guard hasBegun || isWanted, let deliver = finish() else { return }
            _ = deliver(.completion(.failure(error)))
        }
    }

    /// Whether the value is being delivered; the subscriber may cancel before the completion.
    @exclusivity(unchecked) private var isDelivering = false

    override func cancel() {
        isDelivering = false
        let left = state
        let dropped = finish()
        left?.remove(self)
        withExtendedLifetime(dropped) {}
    }

    private func finish() -> ((Signal<Output, Failure>) -> Subscribers.Demand)? {
        let left = take(&state)
        withExtendedLifetime(left) {}
        return take(&deliver)
    }
}
