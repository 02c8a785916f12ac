public import Dispatch
public import Reactive

/// A scheduler over a serial dispatch queue, for programs without an event loop of their own.
///
/// `Reactive` takes no locks: subscribe, send values and schedule actions only on this queue. Scheduling from
/// another queue is a programming error. The main queue also serves the main actor.
///
/// ```swift
/// let ticks = QueueScheduler.main.timer(every: .seconds(60), slack: .seconds(5)).sink { print($0) }
/// ```
public struct QueueScheduler: Scheduler, Sendable {
    /// There are no options.
    public typealias SchedulerOptions = Never

    /// The scheduler of the main queue and the main actor.
    public static let main = QueueScheduler(.main)

    /// The queue that runs all actions.
    public let queue: DispatchQueue

    /// The tolerance: zero, the queue's own precision.
    public let minimumTolerance = LoopTime.Stride.zero

    /// Makes a scheduler over a serial queue.
    public init(_ queue: DispatchQueue) { self.queue = queue }

    /// The time since the machine's start, without the time that it was suspended.
    public var now: LoopTime {
        LoopTime(microseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1_000))
    }

    /// Runs an action on the queue, after the current one.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        dispatchPrecondition(condition: .onQueue(queue))
        // Dispatch demands a Sendable closure; the action stays on this serial queue, as checked above.
        nonisolated(unsafe) let action = action
        queue.async { action() }
    }

    /// Runs an action once, at a moment or up to `tolerance` later.
    public func schedule(
        after date: LoopTime, tolerance: LoopTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        dispatchPrecondition(condition: .onQueue(queue))
        _ = QueueTimer(on: queue, at: date, interval: .forever, tolerance: tolerance, action)
    }

    /// Runs an action at a moment and then every `interval`, until the result is cancelled.
    public func schedule(
        after date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        dispatchPrecondition(condition: .onQueue(queue))
        precondition(interval > .zero, "repeated work needs an interval")
        return QueueTimer(on: queue, at: date, interval: interval, tolerance: tolerance, action)
    }
}
