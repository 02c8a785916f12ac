import Glibc
import Synchronization

/// Postpones and repeats measurements while another virtual machine computes on the same core.
///
/// Two virtual machines can each have one of the two hardware threads of a core, which the kernel does not count as stolen
/// time. Some programs then take up to twice as long, and others hardly longer, so that ratios are wrong. A core counts as
/// shared while the time of ``CoreProbe`` is 15 % above the lowest one so far, which disturbances only lengthen. A core that
/// is slower for another reason counts as shared, too.
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
    /// - Parameters:
    ///   - isAlone: Whether the thread may move to a core that is not shared, and stay on it: not if `body` starts others,
    ///     which would have this core, too.
    ///   - body: The measurement.
    /// - Returns: What the last measurement returned.
    /// - Throws: What `body` throws.
    static func avoid<Value>(isAlone: Bool = false, _ body: () throws -> Value) rethrows -> Value {
        let cores = isAlone ? Cores.allowed : []
        defer { if isAlone { Cores.allow(cores) } }
        while true {
            waitUntilFree(among: cores)
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

    /// Measures an operation of several threads or processes in parts, without waiting.
    ///
    /// - Returns: The results of the parts before and after which no core was shared, otherwise of all; and whether there
    ///   are such parts.
    /// - Throws: What `body` throws.
    static func measure<Value>(
        parts count: Int, _ body: () throws -> Value
    ) rethrows -> (values: [Value], areUndisturbed: Bool) {
        var (all, undisturbed): ([Value], [Value]) = ([], [])
        var wasShared = isAnyShared
        for _ in 0..<count {
            let value = try body()
            let isShared = isAnyShared
            all.append(value)
            if !wasShared, !isShared { undisturbed.append(value) }
            wasShared = isShared
        }
        return undisturbed.isEmpty ? (all, false) : (undisturbed, true)
    }

    /// Prints how many measurements were repeated, and the time for this and for waiting, if it is a second or more.
    static func report() {
        let (repetitions, spent) = state.withLock { ($0.repetitions, $0.spent / 1e9) }
        guard spent >= 1 else { return }
        print("the core was shared: \(Int(spent)) s of waiting and of \(repetitions) repeated measurements")
    }

    /// Waits until the core is not shared, on each of the given cores in turn.
    private static func waitUntilFree(among cores: [Int]) {
        var start = Measure.wall
        var turn = 0
        while isShared, maySpend(Measure.wall - start) {
            start = Measure.wall
            if !cores.isEmpty { Cores.allow([cores[turn % cores.count]]) }
            turn += 1
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

    private static var isAnyShared: Bool { Cores.onEach { isShared }.contains(true) }

    private static var isShared: Bool {
        let time = CoreProbe.time()
        return state.withLock { state in
            let lowest = min(state.lowest ?? inherited ?? lowestTime(ofProbes: 200), time)
            state.lowest = lowest
            return time > 1.15 * lowest
        }
    }
}

nonisolated extension SharedCore {
    private static let variable = "BENCH_CORE"

    /// Probes the core for ten seconds and passes the lowest time on to the programs that this one starts: a short
    /// benchmark may have a neighbour from its beginning to its end.
    static func passOnLowestTime() { setenv(variable, "\(lowestTime(ofProbes: 2_000))", 1) }

    /// The time that the program which started this one has passed on; `nil` without one.
    private static var inherited: Double? { getenv(variable).flatMap { Double(String(cString: $0)) } }

    /// Returns the lowest time of a number of probes, one every 5 ms.
    private static func lowestTime(ofProbes count: Int) -> Double {
        let times = (0..<count).map { _ in
            usleep(5_000)
            return CoreProbe.time()
        }
        return times.min() ?? 0
    }
}
