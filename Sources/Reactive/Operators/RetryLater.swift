extension Publishers {
    /// Subscribes again when the upstream fails, after the waits of a schedule.
    public struct RetryLater<Upstream: Publisher, Context: Scheduler>: Publisher
    where Context.SchedulerTimeType == LoopTime {
        /// What is published: the upstream's values, of all attempts.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as the last attempt.
        public typealias Failure = Upstream.Failure

        /// What is subscribed again.
        public let upstream: Upstream

        /// How long to wait, and when to give up.
        public let schedule: RetrySchedule

        /// Who knows the time.
        public let scheduler: Context

        /// How late an attempt may be.
        public let slack: Duration

        /// Whether a value starts the schedule over.
        public let resetsOnValue: Bool

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, schedule, scheduler, slack) = (upstream, schedule, scheduler, slack)
            let engine = RetryEngine(
                subscriber, nil,
                wait: { failures, _, attempt in
                    schedule.delay(failures).map { scheduler.after($0, slack: slack, attempt) }
                },
                { upstream.receive(subscriber: $0) })
            engine.resetsOnValue = resetsOnValue
            engine.attempt()
        }
    }
}
