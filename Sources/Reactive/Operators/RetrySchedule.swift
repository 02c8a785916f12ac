/// How long to wait before each new attempt, and when to give up.
public struct RetrySchedule {
    /// The wait after a number of failures, 1 for the first; `nil` gives up.
    public let delay: (Int) -> Duration?

    /// Makes a schedule of a function.
    public init(_ delay: @escaping (Int) -> Duration?) { self.delay = delay }

    /// The same wait each time, up to a number of times; `nil` for no end.
    public static func every(_ wait: Duration, times: Int? = nil) -> RetrySchedule {
        RetrySchedule { failures in failures > times ?? .max ? nil : wait }
    }

    /// Longer each time: `first`, then `factor` times as long as before, never longer than `cap`.
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

    /// The same schedule with each wait changed at random by up to a share of it, 0.2 for ±20 %, so that many who
    /// failed together do not come back together.
    public func jittered<G: RandomNumberGenerator>(by share: Double, using generator: G) -> RetrySchedule {
        precondition((0...1).contains(share), "a share lies between 0 and 1")
        let box = Box(generator)
        return RetrySchedule { [delay] failures in
            delay(failures).map { $0 * Double.random(in: 1 - share...1 + share, using: &box.value) }
        }
    }
}

extension Publisher {
    /// Subscribes again when this publisher fails, after the waits of a schedule, until that gives up.
    ///
    /// A value that arrives starts the schedule over when `resetsOnValue` is set. Cancelling ends a wait as well.
    public func retry<S: Scheduler>(
        _ schedule: RetrySchedule, scheduler: S, slack: Duration = .zero, resetsOnValue: Bool = false
    ) -> Publishers.RetryLater<Self, S> where S.SchedulerTimeType == LoopTime {
        Publishers.RetryLater(
            upstream: self, schedule: schedule, scheduler: scheduler, slack: slack,
            resetsOnValue: resetsOnValue)
    }
}
