public import Reactive

/// The scheduler interface of the loop for publishers: a tolerance is the maximum delay of an action.
extension EventLoop: Scheduler {
    /// The time since boot, including time asleep.
    public typealias SchedulerTimeType = LoopTime
    /// The loop has no scheduling options.
    public typealias SchedulerOptions = Never

    /// One microsecond: without a tolerance, a timer is exact and never gets the 250 ms that sd-event uses
    /// for 0.
    public var minimumTolerance: LoopTime.Stride { .microseconds(1) }

    /// Calls `action` once, before the loop waits again.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { next(action) }

    /// Calls `action` once, at a moment or up to `tolerance` later.
    public func schedule(
        after date: LoopTime, tolerance: LoopTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        LoopTimer(date.microseconds, every: nil, slack: tolerance.microseconds, on: self, action).runUnheld()
    }

    /// Calls `action` at a moment and then at every interval, each up to `tolerance` later; once if the
    /// interval is `forever`.
    ///
    /// - Returns: A value that ends the calls when it is cancelled or released.
    public func schedule(
        after date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        // An interval beyond the range of the clock never repeats.
        let step = interval.microseconds > .max / 4 ? nil : max(1, interval.microseconds)
        return LoopTimer(date.microseconds, every: step, slack: tolerance.microseconds, on: self, action)
    }
}
