import CSystemd
import Glibc
import Reactive

/// A timer on the loop, which ends when it is cancelled or released.
///
/// Each deadline is computed from the previous one, not from the time of service, so that nothing drifts.
/// Deadlines that passed while the machine slept or the loop was busy are served once, not one by one.
@MainActor
final class LoopTimer: Cancellable {
    private var action: (() -> Void)?
    private var source: EventSource?
    private var deadline: Int64
    private let interval: Int64?
    /// The index in the order of the loop's timers, which sets it; `nil` before and after its time there.
    var index: Int?
    /// The loop; `nil` once it is released, when nothing fires any more.
    private weak let loop: EventLoop?

    /// The maximum slack in microseconds, one day: more would be meaningless, and near its limits the library
    /// would never call.
    private static let mostSlack: Int64 = 86_400_000_000

    /// Creates a timer.
    ///
    /// - Parameters:
    ///   - deadline: The deadline in microseconds of CLOCK_BOOTTIME; one in the past is served in the next
    ///     turn.
    ///   - interval: The microseconds between deadlines, above 0; `nil` for a single deadline.
    ///   - slack: The maximum delay in microseconds; a value below 1 means exact, which is 1 for sd-event,
    ///     whose 0 means 250 ms.
    ///   - loop: The loop.
    ///   - action: The function to call.
    init(
        _ deadline: Int64, every interval: Int64?, slack: Int64, on loop: EventLoop,
        _ action: @escaping () -> Void
    ) {
        self.deadline = deadline
        self.interval = interval
        self.loop = loop
        self.action = action
        let me = Unmanaged.passUnretained(self).toOpaque()
        do {
            source = try EventSource("sd_event_add_time") {
                sd_event_add_time(
                    loop.handle.pointer, $0, CLOCK_BOOTTIME, UInt64(max(0, deadline)),
                    UInt64(min(max(1, slack), Self.mostSlack)),
                    { callOwner(of: $2) { (timer: LoopTimer) in timer.fire() } }, me)
            }
        } catch {
            // On a loop that has ended nothing fires any more. Otherwise only memory can be lacking: the loop
            // has held the clock's descriptor since its creation.
            precondition(error.code == ESTALE, "\(error)")
        }
        loop.order.add(self, at: deadline)
    }

    isolated deinit {
        leave()
    }

    /// Ends the timer and releases its action.
    func cancel() {
        source = nil
        action = nil
        leave()
        loop?.running[ObjectIdentifier(self)] = nil
    }

    /// Retains the timer until it has fired, for callers that do not keep a reference.
    func runUnheld() { loop?.running[ObjectIdentifier(self)] = self }

    /// Serves earlier timers first.
    private func fire() -> CInt {
        while let earlier = loop?.order.first(before: self) { earlier.serve() }
        serve()
        return 0
    }

    private func serve() {
        guard let action else { return }
        if let interval { rearm(interval) } else { cancel() }
        action()
    }

    private func leave() { loop?.order.remove(self) }

    private func rearm(_ interval: Int64) {
        let late = (loop?.now.microseconds ?? deadline) - deadline
        deadline += interval * (max(0, late) / interval + 1)
        source?.set(deadline: deadline)
        source?.set(.once)
        leave()
        loop?.order.add(self, at: deadline)
    }
}
