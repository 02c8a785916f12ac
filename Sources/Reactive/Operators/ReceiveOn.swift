extension Publishers {
    /// Publishes everything from within a scheduler's actions.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Who calls.
        public let scheduler: Context

        /// What the scheduler is told.
        public let options: Context.SchedulerOptions?

        /// Makes the publisher that `receive(on:)` returns.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (scheduler, options) = (scheduler, options)
            let post: (@escaping () -> Void) -> Void = { scheduler.schedule(options: options, $0) }
            upstream.receive(subscriber: PostingEngine("ReceiveOn", subscriber, begin: post, post: post))
        }
    }
}

extension Publisher {
    /// Publishes everything from within a scheduler's actions: on the loop, after what runs now.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}
