extension Publishers {
    /// Delivers all signals in actions of a scheduler.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The scheduler that calls the downstream.
        public let scheduler: Context

        /// The scheduler's options.
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
            upstream.receive(subscriber: PostingEngine("ReceiveOn", to: subscriber, begin: post, post: post))
        }
    }
}

extension Publisher {
    /// Delivers all signals in actions of a scheduler: on the loop, after the current action.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.receive(on: clock)
    /// ```
    /// Marble: `-1-2|` → `-1-2|`
    ///
    /// Demand: passed on.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }
}
