import Glibc

/// Goals: each is a line `goal NAME: MEASURED (limit LIMIT) ok`, or `short` if it is missed.
nonisolated enum Goal {
    /// Whether a goal was missed, in which case the program exits with status 1.
    nonisolated(unsafe) private(set) static var isShort = false

    /// Prints a goal; a value up to the limit is good.
    static func most(_ name: String, _ value: Double, limit: Double, unit: String = "") {
        let isMet = value <= limit
        if !isMet { isShort = true }
        let rule = "(limit \(short(limit))\(unit)) \(isMet ? "ok" : "short")"
        print("goal \(name): \(short(value))\(unit) \(rule)")
        fflush(nil)
    }

    /// Measures times until all are up to their limits, at most five times, and prints them as goals: other
    /// programs only lengthen times, so that one good run suffices.
    ///
    /// - Parameters:
    ///   - limits: The names of the goals with their limits.
    ///   - unit: The unit of all.
    ///   - measure: Returns a value for each goal, or `nil` if there is nothing to compare with.
    /// - Throws: What `measure` throws.
    static func times(
        _ limits: [(name: String, limit: Double)], unit: String = "", _ measure: () throws -> [Double?]
    ) throws {
        var best = try measure()
        func isMet() -> Bool { zip(best, limits).allSatisfy { $0 ?? 0 <= $1.limit } }
        for _ in 1..<5 where !isMet() {
            best = zip(best, try measure()).map { known, new in new.map { min($0, known ?? $0) } }
        }
        for (value, goal) in zip(best, limits) {
            if let value { most(goal.name, value, limit: goal.limit, unit: unit) }
        }
    }

    /// Returns a number with a sensible number of digits.
    static func short(_ value: Double) -> String {
        let factor = value.magnitude < 0.1 ? 10_000.0 : value.magnitude < 100 ? 100.0 : 1.0
        let rounded = (value * factor).rounded() / factor
        return rounded == rounded.rounded() && rounded.magnitude < 1e15
            ? String(Int(rounded)) : String(rounded)
    }
}

/// Clocks, in nanoseconds.
nonisolated enum Clock {
    /// The CPU time of this process so far.
    static var processor: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

    /// The monotonic time.
    static var wall: Double { time(CLOCK_MONOTONIC) }

    /// Returns the time of a clock.
    static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Returns the wall time of a body, in milliseconds.
    static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = wall
        try body()
        return (wall - start) / 1e6
    }

    /// Returns the CPU time of a body.
    static func cost(of body: () throws -> Void) rethrows -> Double {
        let start = processor
        try body()
        return processor - start
    }
}

/// Values of several turns.
nonisolated extension [Double] {
    /// The middle value.
    var median: Double { percentile(50) }

    /// Returns a percentile; 0 without any value.
    func percentile(_ percent: Int) -> Double {
        isEmpty ? 0 : sorted()[Swift.min(count - 1, count * percent / 100)]
    }

    /// The median, the 99th percentile and the greatest value.
    var spread: String {
        [50, 99, 100].map { Goal.short(percentile($0)) }.joined(separator: ", ") + " (p50, p99, last)"
    }
}

/// Columns of a printed table.
nonisolated extension String {
    /// Returns the text padded on the right to a width.
    func left(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// Returns the text padded on the left to a width.
    func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

/// The reason why a benchmark cannot run.
nonisolated struct BenchError: Error, CustomStringConvertible {
    /// The description of the failure.
    let description: String

    /// Makes an error.
    init(_ description: String) { self.description = description }
}
