import Glibc
import Synchronization

/// Measurement and comparison with a goal.
nonisolated enum Measure {
    /// Returns the time of a clock, in nanoseconds.
    static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The CPU time of this process so far, in nanoseconds.
    static var cpu: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

    /// The monotonic time, in nanoseconds.
    static var wall: Double { time(CLOCK_MONOTONIC) }

    /// Returns the median of nine runs in CPU nanoseconds per operation, for `count` operations; see ``SharedCore``.
    static func nanoseconds(per count: Int, _ body: () -> Void) -> Double {
        body()
        return median(
            (0..<9).map { _ in
                SharedCore.avoid(isAlone: true) {
                    let start = cpu
                    body()
                    return (cpu - start) / Double(count)
                }
            })
    }

    /// Returns the middle value.
    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Whether a goal was missed.
    static var isShort: Bool { failed.load(ordering: .relaxed) }

    private static let failed = Atomic(false)

    /// Remembers that a goal was missed, as another process has printed.
    static func miss() { failed.store(true, ordering: .relaxed) }

    /// Prints a goal; a value from the limit on is good.
    static func goal(_ name: String, _ value: Double, atLeast limit: Double) {
        if value < limit { miss() }
        let verdict = value >= limit ? "ok" : "short"
        print("goal \(name): \(short(value)) (limit at least \(short(limit))) \(verdict)")
    }

    /// Prints a goal; a value up to the limit is good.
    static func goal(_ name: String, _ value: Double, limit: Double, unit: String = "") {
        if value > limit { miss() }
        let verdict = value <= limit ? "ok" : "short"
        print("goal \(name): \(short(value))\(unit) (limit \(short(limit))\(unit)) \(verdict)")
    }

    /// Returns a number with a sensible number of digits.
    static func short(_ value: Double) -> String {
        let factor = value.magnitude < 0.1 ? 10_000.0 : value.magnitude < 100 ? 100.0 : 1.0
        let rounded = (value * factor).rounded() / factor
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
