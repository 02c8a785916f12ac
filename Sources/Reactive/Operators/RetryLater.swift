extension Publishers {
    /// Subscribes again if the upstream fails, after the delays of a schedule.
    public struct RetryLater<Upstream: Publisher, Context: Scheduler>: Publisher
    where Context.SchedulerTimeType == LoopTime {
        /// The upstream's values, from all attempts.
        public typealias Output = Upstream.Output

        /// The failure of the last attempt.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The delays, and when to give up.
        public let schedule: RetrySchedule

        /// The scheduler.
        public let scheduler: Context

        /// The maximum additional delay of an attempt.
        public let slack: Duration

        /// Whether a value resets the schedule.
        public let resetsOnValue: Bool

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, schedule, scheduler, slack) = (upstream, schedule, scheduler, slack)
            let engine = RetryEngine(
                to: subscriber, left: nil,
                wait: { failures, _, attempt in
                    schedule.delay(failures).map { scheduler.after($0, slack: slack, attempt) }
                },
                subscribe: { upstream.receive(subscriber: $0) })
            engine.resetsOnValue = resetsOnValue
            engine.attempt()
        }
    }
}
