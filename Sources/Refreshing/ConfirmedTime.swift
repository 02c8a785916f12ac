package import Records
import Reactive

/// The time that ages of stored data count against: the wall clock, as far as something else confirms it.
///
/// A machine may boot with a clock that is days or years ahead. Nothing that is kept for a time may be
/// removed then. Hence the time is at most the newest one that an upstream stated, or that an earlier run had
/// reached, and what has passed since on the monotonic clock. It is late while nothing confirms that time has
/// passed while the daemon was not running: data are kept too long, never too short.
package final class ConfirmedTime {
    private let clocks: Clocks
    private var newest: UTC
    /// When `newest` was confirmed.
    private var since: LoopTime

    /// Creates the time of a run.
    ///
    /// - Parameters:
    ///   - earlier: The time that earlier runs had reached; `nil` without data of an earlier run.
    ///   - clocks: The clocks.
    package init(earlier: UTC?, _ clocks: Clocks) {
        self.clocks = clocks
        newest = earlier ?? clocks.wall()
        since = clocks.scheduler.now
    }

    /// The current time, never later than that of the wall clock.
    package var now: UTC { min(clocks.wall(), newest + (clocks.scheduler.now - since)) }

    /// Counts a time that an upstream stated; a wrong one has no effect unless the wall clock is wrong, too.
    ///
    /// Source: RFC 9110, section 6.6.1.
    package func confirm(_ stated: UTC?) {
        guard let stated, stated > newest + (clocks.scheduler.now - since) else { return }
        newest = stated
        since = clocks.scheduler.now
    }
}
