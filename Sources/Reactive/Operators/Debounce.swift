extension Publishers {
    /// Publishes a value after a quiet time.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The length of the quiet time.
        public let dueTime: Context.SchedulerTimeType.Stride

        /// The scheduler.
        public let scheduler: Context

        /// The scheduler's options.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher that `debounce` returns.
        @inlinable
        public init(
            upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions?
        ) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: DebounceEngine(
                    to: subscriber, dueTime: dueTime, scheduler: scheduler, options: options))
        }
    }
}

extension Publisher {
    /// Publishes a value after `dueTime` without another one; completion drops a waiting value.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.debounce(for: .seconds(2), scheduler: clock)
    /// ```
    /// Marble: `12--3---|` → `---2--3-|`
    ///
    /// Use `prepend` or `merge` if the first value must not wait.
    ///
    /// Demand: everything.
    @inlinable
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }
}

@usableFromInline
final class DebounceEngine<Downstream: Subscriber, Context: Scheduler>: SubscriptionCore, OwnSubscriber {
    @usableFromInline typealias Stride = Context.SchedulerTimeType.Stride

    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?
    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?
    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting
    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked)
    var value: Downstream.Input?
    @usableFromInline @exclusivity(unchecked)
    var timer: (any Cancellable)?

    /// The number of timers that were started or ended; it shows whether a scheduler ran one before returning
    /// it.
    @usableFromInline @exclusivity(unchecked)
    var generation = 0

    @usableFromInline let dueTime: Stride
    /// The interval of the timer, which is used once: `forever` on schedulers where that means once.
    @usableFromInline let interval: Stride
    @usableFromInline let scheduler: Context
    @usableFromInline let options: Context.SchedulerOptions?

    @inlinable
    init(
        to downstream: Downstream, dueTime: Stride, scheduler: Context,
        options: Context.SchedulerOptions?
    ) {
        outlet = Outlet(downstream)
        self.dueTime = dueTime
        interval = LoopTime.Stride.forever as? Stride ?? dueTime
        self.scheduler = scheduler
        self.options = options
    }

    @usableFromInline override var description: String { "Debounce" }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting, let outlet else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        outlet.downstream.receive(subscription: self)
        if phase == .live { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        let replaced = (value, stopTimer())
        value = input
        let mine = generation
        let due = scheduler.now.advanced(by: dueTime)
        let tolerance = scheduler.minimumTolerance
        var next: (any Cancellable)? = scheduler.schedule(
            after: due, interval: interval, tolerance: tolerance, options: options
        ) { [self] in fire() }
        if generation == mine { swap(&timer, &next) } else { next?.cancel() }
        withExtendedLifetime(replaced) {}
        return .none
    }

    /// Delivers the waiting value. A closure that captures only this object needs no memory.
    @inlinable
    func fire() {
        guard let quiet = take(&value) else { return }
        releaseTimer()
        guard demand > .none, let outlet else { return }
        demand -= 1
        demand += outlet.downstream.receive(quiet)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        let ended = (take(&upstream), take(&value))
        stopTimer()
        scheduler.schedule { [self] in
            let outlet = take(&outlet)
            outlet?.downstream.receive(completion: completion)
        }
        withExtendedLifetime(ended) {}
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        demand += more
    }

    @inlinable
    override func cancel() {
        phase = .over
        let dropped = (take(&outlet), take(&value))
        stopTimer()
        take(&upstream)?.cancel()
        withExtendedLifetime(dropped) {}
    }

    /// Releases a timer that has fired; cancels it if it would fire again.
    @inlinable
    func releaseTimer() {
        if interval == dueTime { return stopTimer() }
        generation += 1
        timer = nil
    }

    @inlinable
    func stopTimer() {
        generation += 1
        take(&timer)?.cancel()
    }
}
