/// A scheduler whose time moves only when told: tests of timed code run at once, and always the same.
///
/// Work runs in the order of its deadlines, equal deadlines in the order of scheduling. Each method runs what is
/// due and returns; work that is scheduled meanwhile and due as well is included.
public final class ManualScheduler: Scheduler {
    /// There is nothing to choose.
    public typealias SchedulerOptions = Never

    /// The present moment: while work runs, its deadline.
    public private(set) var now: LoopTime

    /// None: this scheduler is exact.
    public let minimumTolerance = LoopTime.Stride.zero

    private var agenda = Agenda()

    /// Makes a scheduler that stands at a moment.
    public init(now: LoopTime = .zero) { self.now = now }

    /// Moves the time on by `duration` and runs what becomes due on the way.
    public func advance(by duration: Duration = .zero) { advance(to: now + duration) }

    /// Moves the time on to a moment and runs what becomes due on the way; never back.
    public func advance(to moment: LoopTime) {
        while let work = agenda.next(until: moment) { run(work) }
        now = max(now, moment)
    }

    /// Runs until nothing is left but repeated work, however far that moves the time.
    public func run() {
        while agenda.hasSingle, let work = agenda.next(until: .init(microseconds: .max)) { run(work) }
        advance(to: now)
    }

    /// Runs an action at the present moment, when the time is next advanced.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        agenda.add(Work(now, .forever, action))
    }

    /// Runs an action once, at a moment.
    public func schedule(
        after date: LoopTime, tolerance: LoopTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        agenda.add(Work(date, .forever, action))
    }

    /// Runs an action at a moment and then every `interval`.
    public func schedule(
        after date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        precondition(interval > .zero, "repeated work needs an interval")
        let work = Work(date, interval, action)
        agenda.add(work)
        return work
    }

    private func run(_ work: Work) {
        now = max(now, work.deadline)
        guard let action = work.action else { return }
        if work.isSingle {
            work.cancel()
        } else {
            work.deadline = work.deadline.advanced(by: work.interval)
            agenda.add(work)
        }
        action()
    }
}
