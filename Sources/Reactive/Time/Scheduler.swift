/// The time, and actions at given times: the only clock of an operator.
///
/// The API is Combine's. The tolerance is the maximum additional delay of an action, which lets wake-ups
/// coincide.
public protocol Scheduler<SchedulerTimeType> {
    /// A moment of this scheduler.
    associatedtype SchedulerTimeType: Strideable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible

    /// The options of an action; `Never` if there are none.
    associatedtype SchedulerOptions

    /// The current time.
    var now: SchedulerTimeType { get }

    /// The smallest useful tolerance.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs an action as soon as possible, after the current one.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Runs an action once, at a moment or up to `tolerance` later.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void)

    /// Runs an action at a moment and then every `interval`, counted from that moment without drift.
    ///
    /// Cancelling the result stops it at once, even from within the action.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    /// Runs an action as soon as possible.
    @inlinable
    public func schedule(_ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }

    /// Runs an action once, at a moment, with the smallest tolerance.
    @inlinable
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs an action once, at a moment or up to `tolerance` later.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs an action at a moment and then every `interval`, with the smallest tolerance.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs an action at a moment and then every `interval`.
    @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}
