/// The cost of an operation, in microseconds.
nonisolated struct BenchCost {
    /// The process's CPU time.
    var processor = 0.0
    /// The wall time.
    var wall = 0.0

    /// Measures the cost of a body that performs `count` operations.
    static func of(_ count: Int, _ body: () throws -> Void) rethrows -> BenchCost {
        let processor = Measure.cpu
        let wall = Measure.wall
        try body()
        let each = 1 / 1e3 / Double(count)
        return BenchCost(
            processor: (Measure.cpu - processor) * each, wall: (Measure.wall - wall) * each)
    }

    /// Measures a body that leaves all as it was: the medians of nine; see ``SharedCore``.
    static func median(of count: Int, _ body: () throws -> Void) rethrows -> BenchCost {
        median(try (0..<9).map { _ in try undisturbed(count, body) })
    }

    /// Measures a body that leaves all as it was, until the core is not shared; see ``SharedCore``.
    static func undisturbed(_ count: Int, _ body: () throws -> Void) rethrows -> BenchCost {
        try SharedCore.avoid(isAlone: true) { try of(count, body) }
    }

    /// Returns the cost of both.
    static func + (one: BenchCost, other: BenchCost) -> BenchCost {
        BenchCost(processor: one.processor + other.processor, wall: one.wall + other.wall)
    }

    /// The medians.
    static func median(_ costs: [BenchCost]) -> BenchCost {
        BenchCost(
            processor: Measure.median(costs.map(\.processor)), wall: Measure.median(costs.map(\.wall)))
    }
}
