import Glibc

/// The clocks at the beginning of a turn.
struct TurnTime {
    /// The time of CLOCK_MONOTONIC, in nanoseconds.
    let monotonic = SystemClock.monotonic
    /// The time of CLOCK_BOOTTIME, in nanoseconds.
    private let boottime = SystemClock.time(of: CLOCK_BOOTTIME)
    /// The time of CLOCK_REALTIME, in nanoseconds; `nil` until it is needed, as in few turns.
    private var wall: Int64?

    /// Returns the time of a clock in microseconds, the same in the whole turn.
    mutating func microseconds(of clock: clockid_t) -> Int64 {
        switch clock {
        case CLOCK_BOOTTIME: return boottime / 1_000
        case CLOCK_MONOTONIC: return monotonic / 1_000
        default:
            let now = wall ?? SystemClock.time(of: CLOCK_REALTIME)
            wall = now
            return now / 1_000
        }
    }
}
