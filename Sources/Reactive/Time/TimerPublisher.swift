extension Scheduler where SchedulerTimeType == LoopTime {
    /// Publishes the due time every `interval`, first one interval after the subscription, up to `slack`
    /// late.
    ///
    /// Due times are counted from the subscription and do not drift; missed ones are skipped. A tick without
    /// demand is dropped.
    public func timer(every interval: Duration, slack: Duration = .zero) -> AnyPublisher<LoopTime, Never> {
        AnyPublisher(
            TimerPublisher(scheduler: self, interval: LoopTime.Stride(interval), slack: .init(slack)))
    }
}

struct TimerPublisher<Context: Scheduler>: Publisher where Context.SchedulerTimeType == LoopTime {
    typealias Output = LoopTime
    typealias Failure = Never

    let scheduler: Context
    let interval: LoopTime.Stride
    let slack: LoopTime.Stride

    func receive<S: Subscriber>(subscriber: S) where S.Input == LoopTime, S.Failure == Never {
        let first = scheduler.now.advanced(by: interval)
        let ticking = Ticking(at: first, interval: interval) { subscriber.receive($0) }
        ticking.timer = scheduler.schedule(
            after: first, interval: interval, tolerance: max(slack, scheduler.minimumTolerance)
        ) { [scheduler] in ticking.tick(at: scheduler.now) }
        subscriber.receive(subscription: ticking)
    }
}

/// A subscription to a timer.
final class Ticking: SubscriptionCore {
    @exclusivity(unchecked) var timer: (any Cancellable)?
    @exclusivity(unchecked) private var deliver: ((LoopTime) -> Subscribers.Demand)?
    @exclusivity(unchecked) private var demand = Subscribers.Demand.none
    private var due: LoopTime
    private let interval: LoopTime.Stride

    init(
        at first: LoopTime, interval: LoopTime.Stride, deliver: @escaping (LoopTime) -> Subscribers.Demand
    ) {
        due = first
        self.interval = interval
        self.deliver = deliver
        LiveSubscriptions.change(by: 1)
    }

    override var description: String { "Timer" }

    override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        self.demand += demand
    }

    func tick(at now: LoopTime) {
        let missed = due.distance(to: now).microseconds / interval.microseconds
        let time = due.advanced(by: .init(microseconds: max(0, missed) * interval.microseconds))
        due = time.advanced(by: interval)
        guard demand > .none, let deliver else { return }
        demand -= 1
        demand += deliver(time)
    }

    override func cancel() {
        let ended = take(&deliver)
        guard ended != nil else { return }
        LiveSubscriptions.change(by: -1)
        take(&timer)?.cancel()
    }
}
