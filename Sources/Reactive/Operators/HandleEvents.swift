extension Publishers {
    /// Calls closures for the signals that pass, without changing them.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Called before the downstream receives its subscription.
        public var receiveSubscription: ((any Subscription) -> Void)?

        /// Called before a value is passed on.
        public var receiveOutput: ((Output) -> Void)?

        /// Called before a completion is passed on.
        public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?

        /// Called before the upstream is cancelled.
        public var receiveCancel: (() -> Void)?

        /// Called before a demand is passed on.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Makes the publisher that `handleEvents` returns.
        public init(
            upstream: Upstream,
            receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil,
            receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: HandleEventsInner(to: subscriber, events: self))
        }
    }
}

extension Publisher {
    /// Calls closures for the signals that pass, without changing them.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.handleEvents(receiveOutput: { print($0) })
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: passed on.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
            receiveRequest: receiveRequest)
    }
}

final class HandleEventsInner<Upstream: Publisher, Downstream: Subscriber>: OwnSubscriber
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    private let downstream: Downstream
    private let events: Publishers.HandleEvents<Upstream>
    private let link: HandleEventsLink

    init(to downstream: Downstream, events: Publishers.HandleEvents<Upstream>) {
        self.downstream = downstream
        self.events = events
        link = HandleEventsLink(onRequest: events.receiveRequest, onCancel: events.receiveCancel)
    }

    func receive(subscription: any Subscription) {
        if link.phase == .waiting { events.receiveSubscription?(subscription) }
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        events.receiveOutput?(input)
        guard link.isLive else { return .none }
        let more = downstream.receive(input)
        if more > .none { events.receiveRequest?(more) }
        return more
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.finish() else { return }
        events.receiveCompletion?(completion)
        downstream.receive(completion: completion)
    }
}

final class HandleEventsLink: Link {
    @exclusivity(unchecked)
    private var onRequest: ((Subscribers.Demand) -> Void)?

    @exclusivity(unchecked)
    private var onCancel: (() -> Void)?

    init(onRequest: ((Subscribers.Demand) -> Void)?, onCancel: (() -> Void)?) {
        self.onRequest = onRequest
        self.onCancel = onCancel
        super.init("HandleEvents")
    }

    override func request(_ demand: Subscribers.Demand) {
        if isLive { onRequest?(demand) }
        super.request(demand)
    }

    override func cancel() {
        let wasLive = phase != .over
        let told = take(&onCancel)
        let dropped = take(&onRequest)
        if wasLive { told?() }
        super.cancel()
        withExtendedLifetime(dropped) {}
    }
}
