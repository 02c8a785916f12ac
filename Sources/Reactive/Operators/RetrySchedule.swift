/// The delay before each retry, and when to give up.
public struct RetrySchedule {
    /// Returns the delay after a number of failures, starting at 1; `nil` gives up.
    public let delay: (Int) -> Duration?

    /// Makes a schedule from a closure.
    public init(_ delay: @escaping (Int) -> Duration?) { self.delay = delay }

    /// Returns a schedule with a constant delay, up to a number of times; `nil` for no limit.
    public static func every(_ wait: Duration, times: Int? = nil) -> RetrySchedule {
        RetrySchedule { failures in failures > times ?? .max ? nil : wait }
    }

    /// Returns a schedule with exponential backoff: `first`, then `factor` times the previous delay, at most
    /// `cap`.
    public static func exponential(
        first: Duration, factor: Double = 2, cap: Duration, times: Int? = nil
    ) -> RetrySchedule {
        precondition(first > .zero && factor >= 1, "an exponential schedule must grow")
        return RetrySchedule { failures in
            if failures > times ?? .max { return nil }
            var wait = first
            for _ in 1..<max(failures, 1) where wait < cap { wait = wait * factor }
            return min(wait, cap)
        }
    }

    /// Returns the schedule with each delay changed at random by up to a fraction, 0.2 for ±20 %, so that
    /// clients that failed together do not retry together.
    public func jittered<G: RandomNumberGenerator>(by share: Double, using generator: G) -> RetrySchedule {
        precondition((0...1).contains(share), "a share lies between 0 and 1")
        let box = Box(generator)
        return RetrySchedule { [delay] failures in
            delay(failures).map { $0 * Double.random(in: 1 - share...1 + share, using: &box.value) }
        }
    }
}

extension Publisher {
    /// Subscribes again if this publisher fails, after the delays of a schedule, until the schedule gives up.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.retry(.every(.seconds(2), times: 1), scheduler: clock)
    /// ```
    /// Marble: `1-#` → `1---1-#`
    ///
    /// With `resetsOnValue`, a value resets the schedule. Cancellation also ends a wait.
    ///
    /// Demand: the remaining demand, of one publisher after another.
    public func retry<S: Scheduler>(
        _ schedule: RetrySchedule, scheduler: S, slack: Duration = .zero, resetsOnValue: Bool = false
    ) -> Publishers.RetryLater<Self, S> where S.SchedulerTimeType == LoopTime {
        Publishers.RetryLater(
            upstream: self, schedule: schedule, scheduler: scheduler, slack: slack,
            resetsOnValue: resetsOnValue)
    }
}
