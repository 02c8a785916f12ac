import Dispatch
import Reactive

/// A timer of a queue. Its source retains it until the timer is cancelled or, without an interval, has fired.
final class QueueTimer: Cancellable {
    private let source: any DispatchSourceTimer
    private let isSingle: Bool
    private var action: (() -> Void)?

    /// Starts a timer; the interval `forever` means once.
    init(
        on queue: DispatchQueue, at date: LoopTime, interval: LoopTime.Stride, tolerance: LoopTime.Stride,
        _ action: @escaping () -> Void
    ) {
        source = DispatchSource.makeTimerSource(queue: queue)
        isSingle = interval == .forever
        self.action = action
        source.schedule(
            deadline: DispatchTime(date), repeating: isSingle ? .never : DispatchTimeInterval(interval),
            leeway: DispatchTimeInterval(tolerance))
        // Dispatch demands a Sendable closure; the timer is used only on `queue`, which is serial.
        nonisolated(unsafe) let timer = self
        source.setEventHandler { timer.fire() }
        source.activate()
    }

    private func fire() {
        let action = action
        if isSingle { cancel() }
        action?()
    }

    func cancel() {
        let ended = action
        action = nil
        source.cancel()
        withExtendedLifetime(ended) {}
    }
}

extension DispatchTime {
    /// The moment on the clock of `QueueScheduler`; a moment beyond the clock's range never comes.
    fileprivate init(_ time: LoopTime) {
        let microseconds = UInt64(max(0, time.microseconds))
        let (nanoseconds, overflows) = microseconds.multipliedReportingOverflow(by: 1_000)
        self = overflows ? .distantFuture : DispatchTime(uptimeNanoseconds: nanoseconds)
    }
}

extension DispatchTimeInterval {
    fileprivate init(_ interval: LoopTime.Stride) { self = .microseconds(Int(interval.microseconds)) }
}
