extension Publishers {
    /// Ends if nothing is published for some time.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure, or the error of the timeout.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The time limit between values.
        public let interval: Context.SchedulerTimeType.Stride

        /// The scheduler.
        public let scheduler: Context

        /// The scheduler's options.
        public let options: Context.SchedulerOptions?

        /// Makes the failure of a timeout; without it, the publisher finishes.
        public let customError: (() -> Failure)?

        /// Makes the publisher that `timeout` returns.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?, customError: (() -> Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.options = options
            self.customError = customError
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (interval, scheduler, options) = (interval, scheduler, options)
            let engine = TimeoutEngine(
                to: subscriber, customError: customError, post: { scheduler.schedule(options: options, $0) }
            ) {
                scheduler.schedule(
                    after: scheduler.now.advanced(by: interval), interval: interval,
                    tolerance: scheduler.minimumTolerance, options: options, $0)
            }
            upstream.receive(subscriber: engine)
        }
    }
}

extension Publisher {
    /// Ends if nothing is published for `interval`: finishes, or fails with `customError`.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.timeout(.seconds(2), scheduler: clock)
    /// ```
    /// Marble: `1-2----3|` → `1-2-|`
    ///
    /// Demand: passed on.
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, options: options,
            customError: customError)
    }
}

/// Delivers all signals later and checks the time between them.
final class TimeoutEngine<Downstream: Subscriber>: SubscriptionCore, OwnSubscriber {
    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) private var waiting = Deque<Signal<Downstream.Input, Downstream.Failure>>()
    @exclusivity(unchecked) private var timer: (any Cancellable)?
    @exclusivity(unchecked) private var wasRequested = false

    private let customError: (() -> Downstream.Failure)?
    /// The scheduler's entry points, released at completion because the scheduler may hold this object.
    @exclusivity(unchecked) private var post: ((@escaping () -> Void) -> Void)?
    @exclusivity(unchecked) private var schedule: ((@escaping () -> Void) -> any Cancellable)?

    init(
        to downstream: Downstream, customError: (() -> Downstream.Failure)?,
        post: @escaping (@escaping () -> Void) -> Void,
        schedule: @escaping (@escaping () -> Void) -> any Cancellable
    ) {
        outlet = Outlet(downstream)
        self.customError = customError
        self.post = post
        self.schedule = schedule
    }

    override var description: String { "Timeout" }

    func receive(subscription: any Subscription) {
        guard phase == .waiting, let outlet else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        restart()
        outlet.downstream.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        stopTimer()
        restart()
        enqueue(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        stopTimer()
        enqueue(.completion(completion))
    }

    private func enqueue(_ signal: Signal<Downstream.Input, Downstream.Failure>) {
        waiting.append(signal)
        let soon = post
        soon? { [self] in deliver() }
    }

    private func deliver() {
        guard let signal = waiting.popFirst(), let outlet else { return }
        switch signal {
        case .value(let value):
            let more = outlet.downstream.receive(value)
            if more > .none { upstream?.request(more) }
        case .completion(let completion):
            complete(completion)
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        if !wasRequested, phase == .live {
            wasRequested = true
            stopTimer()
            restart()
        }
        upstream?.request(demand)
    }

    override func cancel() {
        phase = .over
        stopTimer()
        let dropped = (take(&outlet), take(&post), take(&schedule), waiting)
        waiting = Deque()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }

    private func timedOut() {
        guard phase == .live else { return }
        phase = .over
        stopTimer()
        take(&upstream)?.cancel()
        complete(customError.map { .failure($0()) } ?? .finished)
    }

    private func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let ended = (take(&outlet), take(&upstream), take(&post), take(&schedule), waiting)
        waiting = Deque()
        ended.0?.downstream.receive(completion: completion)
    }

    private func restart() {
        let start = schedule
        timer = start? { [weak self] in self?.timedOut() }
    }

    private func stopTimer() {
        take(&timer)?.cancel()
    }
}
