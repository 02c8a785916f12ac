/// A scheduler whose time advances only on request: tests of timed code run without waiting and always in the
/// same way.
///
/// Work runs in the order of its deadlines, and with equal deadlines in the order of scheduling. Each method
/// runs all due work, including work that is scheduled meanwhile, and returns.
public final class ManualScheduler: Scheduler {
    /// There are no options.
    public typealias SchedulerOptions = Never

    /// The current time; while work runs, its deadline.
    @exclusivity(unchecked)
    public private(set) var now: LoopTime

    /// The tolerance: zero, since this scheduler is exact.
    public let minimumTolerance = LoopTime.Stride.zero

    @exclusivity(unchecked)
    private var agenda = Agenda()

    /// The earliest deadline of scheduled work; `nil` if none is scheduled.
    public var nextDeadline: LoopTime? { agenda.nextDeadline() }

    /// Makes a scheduler with a start time.
    public init(now: LoopTime = .zero) { self.now = now }

    /// Advances the time by `duration` and runs the work that becomes due.
    public func advance(by duration: Duration = .zero) { advance(to: now + duration) }

    /// Advances the time to a moment and runs the work that becomes due; never moves back.
    public func advance(to moment: LoopTime) {
        while let work = agenda.next(until: moment) { run(work) }
        now = max(now, moment)
    }

    /// Runs until only repeated work is left, regardless of how far that advances the time.
    public func run() {
        while agenda.hasSingle, let work = agenda.next(until: .init(microseconds: .max)) { run(work) }
        advance(to: now)
    }

    /// Runs an action at the current time, when the time is next advanced.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        agenda.add(Work(at: now, interval: .forever, action: action))
    }

    /// Runs an action once, at a moment.
    public func schedule(
        after date: LoopTime, tolerance: LoopTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        agenda.add(Work(at: date, interval: .forever, action: action))
    }

    /// Runs an action at a moment and then every `interval`.
    public func schedule(
        after date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        precondition(interval > .zero, "repeated work needs an interval")
        let work = Work(at: date, interval: interval, action: action)
        agenda.add(work)
        return work
    }

    private func run(_ work: Work) {
        now = max(now, work.deadline)
        if work.isSingle { return work.runOnce() }
        guard let action = work.action else { return }
        work.deadline = work.deadline.advanced(by: work.interval)
        agenda.add(work)
        action()
    }
}
