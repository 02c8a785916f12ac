/// The speed of a core at independent instructions.
///
/// A core with two hardware threads shares its execution units between them. While the other thread computes, independent
/// instructions take up to twice as long; those that depend on each other keep their speed.
nonisolated enum CoreProbe {
    private static let rounds = 20_000

    /// The time of independent instructions, in nanoseconds: 20,000 on an EPYC core that is not shared, 37,000 on one that
    /// is. It is that of the fastest of three calls, so that an interrupt does not count.
    static func time() -> Double {
        (0..<3).map { _ in
            let start = Measure.wall
            // The result must be used, or the compiler removes the call.
            let isZero = independent(UInt(start) | 1) == 0
            return Measure.wall - start + (isZero ? 1 : 0)
        }.min() ?? 0
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
