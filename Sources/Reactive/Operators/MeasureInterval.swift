extension Publishers {
    /// Publishes the time between values.
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The time since the previous value, or since the subscription.
        public typealias Output = Context.SchedulerTimeType.Stride

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The scheduler, which is the clock.
        public let scheduler: Context

        /// Makes the publisher that `measureInterval(using:)` returns.
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let scheduler = scheduler
            let last = Box(scheduler.now)
            upstream.receive(
                subscriber: Stage<S, Upstream.Output, Failure>("MeasureInterval", to: subscriber) { _ in
                    let now = scheduler.now
                    let interval = last.value.distance(to: now)
                    last.set(now)
                    return .pass(interval)
                })
        }
    }
}

extension Publisher {
    /// Publishes the time between values instead of the values, first the time since the subscription.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.measureInterval(using: clock).map { $0.duration / .seconds(1) }
    /// ```
    /// Marble: `-1--2|` → `-1.0--3.0|`
    ///
    /// Demand: passed on.
    public func measureInterval<S: Scheduler>(using scheduler: S) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}
