import Glibc

/// The clocks of the system, read past the loop: for measuring, and for what the service manager asks.
package nonisolated enum SystemClock {
    /// Nanoseconds on CLOCK_MONOTONIC, which stands still while the machine sleeps.
    package static var monotonic: Int64 {
        var time = timespec()
        // Cannot fail: the clock exists since Linux 2.6 and the pointer is good.
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
