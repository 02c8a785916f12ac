extension Publishers {
    /// Delays all signals.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure, delayed.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The delay.
        public let interval: Context.SchedulerTimeType.Stride

        /// The maximum additional delay.
        public let tolerance: Context.SchedulerTimeType.Stride

        /// The scheduler.
        public let scheduler: Context

        /// The scheduler's options.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher that `delay` returns.
        public init(
            upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
            tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
            options: Context.SchedulerOptions? = nil
        ) {
            self.upstream = upstream
            self.interval = interval
            self.tolerance = tolerance
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (interval, tolerance, scheduler, options) = (interval, tolerance, scheduler, options)
            upstream.receive(
                subscriber: PostingEngine(
                    "Delay", to: subscriber, begin: { scheduler.schedule(options: options, $0) }
                ) {
                    let due = scheduler.now.advanced(by: interval)
                    scheduler.schedule(after: due, tolerance: tolerance, options: options, $0)
                })
        }
    }
}

extension Publisher {
    /// Delays all signals by `interval`, in the same order.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.delay(for: .seconds(2), scheduler: clock)
    /// ```
    /// Marble: `--1-2|` → `----1-2|`
    ///
    /// Demand: passed on.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}
