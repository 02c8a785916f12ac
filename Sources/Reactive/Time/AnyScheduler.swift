/// A type-erased scheduler of the loop's time: the event loop in the daemon, a manual scheduler in tests.
public struct AnyScheduler: Scheduler {
    /// A moment of the loop.
    public typealias SchedulerTimeType = LoopTime

    /// There are no options.
    public typealias SchedulerOptions = Never

    private let present: () -> LoopTime
    private let soon: (@escaping () -> Void) -> Void
    private let once: (LoopTime, LoopTime.Stride, @escaping () -> Void) -> Void
    private let often: (LoopTime, LoopTime.Stride, LoopTime.Stride, @escaping () -> Void) -> any Cancellable

    /// The tolerance of the wrapped scheduler.
    public let minimumTolerance: LoopTime.Stride

    /// Wraps a scheduler; its options keep their defaults.
    public init(_ scheduler: some Scheduler<LoopTime>) {
        present = { scheduler.now }
        minimumTolerance = scheduler.minimumTolerance
        soon = { scheduler.schedule($0) }
        once = { scheduler.schedule(after: $0, tolerance: $1, $2) }
        often = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, $3) }
    }

    /// The current time.
    public var now: LoopTime { present() }

    /// Runs an action as soon as possible.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { soon(action) }

    /// Runs an action once.
    public func schedule(
        after date: LoopTime, tolerance: LoopTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        once(date, tolerance, action)
    }

    /// Runs an action at a moment and then every `interval`.
    public func schedule(
        after date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        often(date, interval, tolerance, action)
    }
}
