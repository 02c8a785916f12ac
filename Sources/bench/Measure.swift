import Glibc
import Synchronization

/// Measuring and comparing with a goal.
nonisolated enum Measure {
    /// What a clock shows, nanoseconds.
    static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// CPU time of this process so far, nanoseconds.
    static var cpu: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

    /// The time that passes, nanoseconds.
    static var wall: Double { time(CLOCK_MONOTONIC) }

    /// The median of nine runs, CPU nanoseconds for one of `count` operations.
    static func nanoseconds(per count: Int, _ body: () -> Void) -> Double {
        body()
        return median(
            (0..<9).map { _ in
                let start = cpu
                body()
                return (cpu - start) / Double(count)
            })
    }

    /// The value in the middle.
    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Whether a goal was not reached.
    static var isShort: Bool { failed.load(ordering: .relaxed) }

    private static let failed = Atomic(false)

    /// Prints a goal; a value up to the limit is good.
    static func goal(_ name: String, _ value: Double, limit: Double, unit: String = "") {
        if value > limit { failed.store(true, ordering: .relaxed) }
        let verdict = value <= limit ? "ok" : "short"
        print("goal \(name): \(short(value))\(unit) (limit \(short(limit))\(unit)) \(verdict)")
    }

    /// A number with as many digits as matter.
    static func short(_ value: Double) -> String {
        let factor = value.magnitude < 100 ? 100.0 : 1.0
        let rounded = (value * factor).rounded() / factor
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
