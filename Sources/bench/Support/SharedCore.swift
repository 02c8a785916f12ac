import Glibc
import Synchronization

/// Measures again while another virtual machine computes on the same core.
///
/// Two virtual machines can each have one of the two hardware threads of a core, whose execution units they then share.
/// The kernel does not count that as stolen time. Instructions that depend on each other keep their speed; independent
/// ones, of which one program has more than another, take up to twice as long, so that ratios are wrong. The ratio of
/// these two speeds, compared with the lowest one so far, tells whether the core is shared.
nonisolated enum SharedCore {
    private struct State {
        var lowest: Double?
        var again = 0
        var spent = 0.0
    }

    private static let state = Mutex(State())

    /// The time that a process spends on repetitions at most, in nanoseconds.
    private static let patience = 60e9

    /// Measures until the core is shared neither before nor after it, or patience is at its end.
    ///
    /// - Returns: What the last measurement returned.
    /// - Throws: What `body` throws.
    static func avoid<Value>(_ body: () throws -> Value) rethrows -> Value {
        while true {
            let start = Measure.wall
            let (value, isDisturbed) = try observe(body)
            guard isDisturbed, mayRepeat(after: Measure.wall - start) else { return value }
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

    /// Prints how often something was measured again.
    static func report() {
        let (again, spent) = state.withLock { ($0.again, $0.spent) }
        guard again > 0 else { return }
        let seconds = Measure.short(spent / 1e9)
        print("measured again \(again) times, \(seconds) s, since another virtual machine used the core")
    }

    private static func mayRepeat(after time: Double) -> Bool {
        state.withLock { state in
            guard state.spent + time <= patience else { return false }
            state.again += 1
            state.spent += time
            return true
        }
    }

    private static var isShared: Bool {
        let ratio = ratio()
        return state.withLock { state in
            let lowest = min(state.lowest ?? known ?? calibrate(probes: 200), ratio)
            state.lowest = lowest
            return ratio > 1.15 * lowest
        }
    }

    private static let variable = "BENCH_CORE"

    /// The ratio that the program which started this one has found; `nil` without one.
    private static var known: Double? { getenv(variable).flatMap { Double(String(cString: $0)) } }

    /// Finds the ratio of a core that is not shared, for the programs that this one starts: within seconds, since a
    /// short benchmark may have a neighbour from its beginning to its end.
    static func tellPrograms() { setenv(variable, "\(calibrate(probes: 2_000))", 1) }

    /// Returns the lowest ratio of a number of probes, one every 5 ms.
    private static func calibrate(probes: Int) -> Double {
        let ratios = (0..<probes).map { _ in
            usleep(5_000)
            return ratio()
        }
        return ratios.min() ?? 0
    }

    /// Computes with independent instructions, which take longer on a shared core.
    static func compute() { _ = fastest(independent) }

    /// The time of independent instructions divided by that of dependent ones.
    private static func ratio() -> Double { fastest(independent) / fastest(dependent) }

    /// Returns the time of the fastest of three calls, so that an interrupt does not count.
    private static func fastest(_ body: (UInt) -> UInt) -> Double {
        (0..<3).map { _ in
            let start = Measure.wall
            let isZero = body(UInt(start) | 1) == 0
            return Measure.wall - start + (isZero ? 1 : 0)
        }.min() ?? 0
    }

    private static let rounds = 20_000

    @inline(never)
    private static func dependent(_ seed: UInt) -> UInt {
        var value = seed
        for _ in 0..<rounds { value = step(value, 7, seed) }
        return value
    }

    @inline(never)
    private static func independent(_ seed: UInt) -> UInt {
        var (a, b, c, d, e, f) = (seed, seed &+ 1, seed &+ 2, seed &+ 3, seed &+ 4, seed &+ 5)
        for _ in 0..<rounds {
            (a, b, c) = (step(a, 7, seed), step(b, 9, seed), step(c, 11, seed))
            (d, e, f) = (step(d, 13, seed), step(e, 15, seed), step(f, 17, seed))
        }
        return a ^ b ^ c ^ d ^ e ^ f
    }

    @inline(__always)
    private static func step(_ value: UInt, _ places: UInt, _ seed: UInt) -> UInt {
        (value &<< places | value &>> (64 &- places)) &+ seed
    }
}
