import Glibc

/// The system clocks, read without the loop: for measurements and for the service manager.
package nonisolated enum SystemClock {
    /// The time of CLOCK_MONOTONIC in nanoseconds, which stops while the machine sleeps.
    package static var monotonic: Int64 { time(of: CLOCK_MONOTONIC) }

    /// Returns the time of a clock in nanoseconds.
    static func time(of clock: clockid_t) -> Int64 {
        var time = timespec()
        // This cannot fail: these clocks have existed since Linux 2.6.39 and the pointer is valid.
        _ = clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
