import Glibc
import Synchronization

/// Postpones and repeats measurements while another virtual machine computes on the same core.
///
/// Two virtual machines can each have one of the two hardware threads of a core, which the kernel does not count as stolen
/// time. Some programs then take up to twice as long, and others hardly longer, so that ratios are wrong. A core counts as
/// shared while the ratio of ``CoreProbe`` is above the lowest one so far.
nonisolated enum SharedCore {
    private struct State {
        var lowest: Double?
        var repetitions = 0
        var spent = 0.0
    }

    private static let state = Mutex(State())

    /// The most time for which a process waits and repeats measurements, in nanoseconds.
    private static let patience = 60e9

    /// Waits until the core is not shared, then measures, and does both again if the core is shared after it; as long as
    /// there is time for that.
    ///
    /// - Returns: What the last measurement returned.
    /// - Throws: What `body` throws.
    static func avoid<Value>(_ body: () throws -> Value) rethrows -> Value {
        while true {
            waitUntilFree()
            let start = Measure.wall
            let value = try body()
            guard isShared, maySpend(Measure.wall - start) else { return value }
            state.withLock { $0.repetitions += 1 }
        }
    }

    /// Measures once.
    ///
    /// - Returns: What the measurement returned, and whether the core was shared before or after it.
    /// - Throws: What `body` throws.
    static func observe<Value>(_ body: () throws -> Value) rethrows -> (value: Value, isDisturbed: Bool) {
        let wasShared = isShared
        let value = try body()
        return (value, wasShared || isShared)
    }

    /// Prints how many measurements were repeated, and the time for this and for waiting, if it is a second or more.
    static func report() {
        let (repetitions, spent) = state.withLock { ($0.repetitions, $0.spent / 1e9) }
        guard spent >= 1 else { return }
        print("the core was shared: \(Int(spent)) s of waiting and of \(repetitions) repeated measurements")
    }

    private static func waitUntilFree() {
        var start = Measure.wall
        while isShared, maySpend(Measure.wall - start) {
            start = Measure.wall
            usleep(1_000)
        }
    }

    /// Counts time as spent, if enough is left.
    private static func maySpend(_ time: Double) -> Bool {
        state.withLock { state in
            guard state.spent + time <= patience else { return false }
            state.spent += time
            return true
        }
    }

    private static var isShared: Bool {
        let ratio = CoreProbe.ratio()
        return state.withLock { state in
            let lowest = min(state.lowest ?? inherited ?? lowestRatio(ofProbes: 200), ratio)
            state.lowest = lowest
            return ratio > 1.15 * lowest
        }
    }
}

nonisolated extension SharedCore {
    private static let variable = "BENCH_CORE"

    /// Probes the core for ten seconds and passes the lowest ratio on to the programs that this one starts: a short
    /// benchmark may have a neighbour from its beginning to its end.
    static func passOnLowestRatio() { setenv(variable, "\(lowestRatio(ofProbes: 2_000))", 1) }

    /// The ratio that the program which started this one has passed on; `nil` without one.
    private static var inherited: Double? { getenv(variable).flatMap { Double(String(cString: $0)) } }

    /// Returns the lowest ratio of a number of probes, one every 5 ms.
    private static func lowestRatio(ofProbes count: Int) -> Double {
        let ratios = (0..<count).map { _ in
            usleep(5_000)
            return CoreProbe.ratio()
        }
        return ratios.min() ?? 0
    }
}
