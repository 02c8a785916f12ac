extension Publishers {
    /// The moment at which `collect` publishes the values so far.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// A time after the first of them.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// A time after the first of them, or as soon as there are that many.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// Publishes the values in arrays, each a time after its first value.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// Arrays of the upstream's values.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The moment at which an array is published.
        public let strategy: TimeGroupingStrategy<Context>

        /// Makes the publisher that `collect(_:)` returns.
        public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>) {
            self.upstream = upstream
            self.strategy = strategy
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine =
                switch strategy {
                case .byTime(let scheduler, let interval):
                    CollectByTimeEngine<S, Upstream.Output, Context>(
                        to: subscriber, scheduler: scheduler, interval: interval, count: .max)
                case .byTimeOrCount(let scheduler, let interval, let count):
                    CollectByTimeEngine<S, Upstream.Output, Context>(
                        to: subscriber, scheduler: scheduler, interval: interval, count: count)
                }
            upstream.receive(subscriber: engine)
        }
    }
}

extension Publisher {
    /// Publishes the values in arrays, each a time after its first value, or when it is full; the last one is
    /// published at the end.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.collect(.byTimeOrCount(clock, .seconds(3), 2))
    /// ```
    /// Marble: `12-3---4|` → `-[1,2]----[3]-([4]|)`
    ///
    /// Combine counts the time from the subscription on and so wakes up without values, too.
    ///
    /// Demand: everything.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>
    ) -> Publishers.CollectByTime<Self, S> {
        Publishers.CollectByTime(upstream: self, strategy: strategy)
    }
}

final class CollectByTimeEngine<Downstream: Subscriber, Element, Context: Scheduler>: SubscriptionCore,
    OwnSubscriber, Delivering
where Downstream.Input == [Element] {
    @exclusivity(unchecked) private(set) var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @exclusivity(unchecked) var isBusy = false
    @exclusivity(unchecked) var isDue = false
    @exclusivity(unchecked) private var values: [Element] = []
    @exclusivity(unchecked) private var timer: (any Cancellable)?

    /// Whether the time of the waiting values has passed.
    @exclusivity(unchecked) private var isLate = false
    @exclusivity(unchecked) private var completion: Subscribers.Completion<Downstream.Failure>?

    private let scheduler: Context
    private let interval: Context.SchedulerTimeType.Stride
    private let count: Int

    init(
        to downstream: Downstream, scheduler: Context, interval: Context.SchedulerTimeType.Stride, count: Int
    ) {
        precondition(count > 0, "an array needs at least one value")
        outlet = Outlet(downstream)
        self.scheduler = scheduler
        self.interval = interval
        self.count = count
    }

    override var description: String { "CollectByTime" }

    func receive(subscription: any Subscription) {
        guard phase == .waiting, let outlet else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        outlet.downstream.receive(subscription: self)
        if phase == .live { subscription.request(.unlimited) }
    }

    func receive(_ input: Element) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        values.append(input)
        if values.count >= count { drainSoon() } else { startTimer() }
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        self.completion = completion
        var dropped: [Element] = []
        if case .failure = completion { swap(&dropped, &values) }
        let ended = take(&upstream)
        drainSoon()
        withExtendedLifetime((dropped, ended)) {}
    }

    /// Delivers full arrays, and the last one if its time has passed or the upstream has completed.
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let next = popNext() { pass(next) }
        isBusy = false
        isDue = false
        startTimer()
        finishIfDone()
    }

    private func popNext() -> [Element]? {
        guard values.count >= count || (isLate || completion != nil) && !values.isEmpty else { return nil }
        let next = Array(values.prefix(count))
        values.removeFirst(next.count)
        isLate = false
        stopTimer()
        return next
    }

    private func finishIfDone() {
        guard values.isEmpty, !isBusy, let completion else { return }
        self.completion = nil
        stopTimer()
        let ended = take(&outlet)
        ended?.downstream.receive(completion: completion)
    }

    /// Starts the timer of the first waiting value, once.
    private func startTimer() {
        guard timer == nil, !isLate, !values.isEmpty, phase == .live else { return }
        let due = scheduler.now.advanced(by: interval)
        timer = scheduler.schedule(
            after: due, interval: interval, tolerance: scheduler.minimumTolerance, options: nil
        ) { [weak self] in self?.timePassed() }
    }

    private func timePassed() {
        stopTimer()
        isLate = true
        drainSoon()
    }

    private func stopTimer() {
        take(&timer)?.cancel()
    }

    override func request(_ more: Subscribers.Demand) { add(more) }

    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), values)
        values = []
        stopTimer()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
