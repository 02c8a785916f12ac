/// Knows the time and calls back at a time: the only clock that an operator has.
///
/// Combine's shape. Tolerance is how late an action may be: the slack that lets wake-ups fall together.
public protocol Scheduler<SchedulerTimeType> {
    /// A moment of this scheduler.
    associatedtype SchedulerTimeType: Strideable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible

    /// What can be chosen for an action; `Never` when there is nothing to choose.
    associatedtype SchedulerOptions

    /// The present moment.
    var now: SchedulerTimeType { get }

    /// The smallest tolerance that makes sense here.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs an action as soon as possible, after what runs now.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Runs an action once, at a moment or up to `tolerance` later.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void)

    /// Runs an action at a moment and then every `interval`, counted from that moment: it does not drift.
    ///
    /// Cancelling what is returned stops it at once, also from within the action.
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
