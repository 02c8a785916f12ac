extension Publishers {
    /// Publishes at most one value per interval.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The interval.
        public let interval: Context.SchedulerTimeType.Stride

        /// The scheduler.
        public let scheduler: Context

        /// Whether the latest or the first of several values is published.
        public let latest: Bool

        /// Makes the publisher that `throttle` returns.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ThrottleEngine(
                    to: subscriber, interval: interval, scheduler: scheduler, latest: latest))
        }
    }
}

extension Publisher {
    /// Publishes at most one value per `interval`; the completion follows a waiting value.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.throttle(for: .seconds(3), scheduler: clock, latest: true)
    /// ```
    /// Marble: `123-4---|` → `1--3--4-|`
    ///
    /// Demand: everything.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

final class ThrottleEngine<Downstream: Subscriber, Context: Scheduler>: SubscriptionCore, OwnSubscriber,
    Delivering
{
    @exclusivity(unchecked) private(set) var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var upstream: SubscriptionCore?
    @exclusivity(unchecked) private var phase = Phase.waiting
    @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @exclusivity(unchecked) var isBusy = false
    @exclusivity(unchecked) var isDue = false
    @exclusivity(unchecked) private var value: Downstream.Input?
    @exclusivity(unchecked) private var completion: Subscribers.Completion<Downstream.Failure>?
    @exclusivity(unchecked) private var isScheduled = false

    /// The earliest time of the next value.
    @exclusivity(unchecked) private var opening: Context.SchedulerTimeType

    private let interval: Context.SchedulerTimeType.Stride
    private let scheduler: Context
    private let latest: Bool

    init(
        to downstream: Downstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
        latest: Bool
    ) {
        outlet = Outlet(downstream)
        self.interval = interval
        self.scheduler = scheduler
        self.latest = latest
        opening = scheduler.now
    }

    override var description: String { "Throttle" }

    func receive(subscription: any Subscription) {
        guard phase == .waiting, let outlet else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        opening = scheduler.now
        outlet.downstream.receive(subscription: self)
        if phase == .live { subscription.request(.unlimited) }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        if value == nil || latest {
            let replaced = value
            value = input
            withExtendedLifetime(replaced) {}
        }
        schedule()
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        self.completion = completion
        let ended = take(&upstream)
        if case .failure = completion { fail() } else { schedule() }
        withExtendedLifetime(ended) {}
    }

    /// Drops the waiting value: a failure overtakes it.
    private func fail() {
        let dropped = take(&value)
        scheduler.schedule { [self] in fire() }
        withExtendedLifetime(dropped) {}
    }

    /// Schedules the delivery of the waiting value at the end of the interval, or of the finish.
    private func schedule() {
        let now = scheduler.now
        guard !isScheduled, outlet != nil, value == nil ? completion != nil : demand > .none else { return }
        isScheduled = true
        if value == nil || opening <= now {
            scheduler.schedule { [self] in fire() }
        } else {
            scheduler.schedule(after: opening, tolerance: scheduler.minimumTolerance, options: nil) {
                [self] in
                fire()
            }
        }
    }

    private func fire() {
        isScheduled = false
        guard outlet != nil else { return }
        if isBusy {
            isDue = true
            return
        }
        if demand > .none, let next = take(&value) {
            if completion == nil { opening = scheduler.now.advanced(by: interval) }
            deliver(next)
        }
        guard value == nil, let completion else { return schedule() }
        let ended = take(&outlet)
        ended?.downstream.receive(completion: completion)
    }

    override func request(_ more: Subscribers.Demand) {
        add(more)
    }

    /// Schedules the delivery of the waiting value.
    func drain() {
        isDue = false
        schedule()
    }

    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), take(&value), take(&completion))
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }
}
