extension Publishers {
    /// Publishes everything a time later.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream, a time later.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How much later.
        public let interval: Context.SchedulerTimeType.Stride

        /// How much later than that at most.
        public let tolerance: Context.SchedulerTimeType.Stride

        /// Who knows the time.
        public let scheduler: Context

        /// What the scheduler is told.
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
                    "Delay", subscriber, begin: { scheduler.schedule(options: options, $0) }
                ) {
                    let due = scheduler.now.advanced(by: interval)
                    scheduler.schedule(after: due, tolerance: tolerance, options: options, $0)
                })
        }
    }
}

extension Publisher {
    /// Publishes everything `interval` later, in the same order.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(
            upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
            scheduler: scheduler, options: options)
    }
}
