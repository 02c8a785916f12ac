public import Reactive

/// The loop as publishers know it: a tolerance is how late an action may be.
extension EventLoop: Scheduler {
    /// Time since boot, time asleep included.
    public typealias SchedulerTimeType = LoopTime
    /// There are none.
    public typealias SchedulerOptions = Never

    /// One microsecond: no tolerance means exact, never the 250 ms that sd-event takes for 0.
    public var minimumTolerance: LoopTime.Stride { .microseconds(1) }

    /// Calls `action` once, before the loop waits again.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { next(action) }

    /// Calls `action` once, at a moment or up to `tolerance` later.
    public func schedule(
        after date: LoopTime, tolerance: LoopTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        LoopTimer(date.microseconds, every: nil, slack: tolerance.microseconds, on: self, action).runUnheld()
    }

    /// Calls `action` at a moment and then at every interval, each up to `tolerance` later; `forever` is once.
    ///
    /// - Returns: What ends it; letting go of it does too.
    public func schedule(
        after date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        // What is longer than the clock can tell does not come again.
        let step = interval.microseconds > .max / 4 ? nil : max(1, interval.microseconds)
        return LoopTimer(date.microseconds, every: step, slack: tolerance.microseconds, on: self, action)
    }
}
