/// What something costs, microseconds each.
nonisolated struct BenchCost {
    /// The process's own time.
    var processor = 0.0
    /// The time that passes.
    var wall = 0.0

    /// Measures what is done `count` times.
    static func of(_ count: Int, _ body: () throws -> Void) rethrows -> BenchCost {
        let (processor, wall) = (Measure.cpu, Measure.wall)
        try body()
        let each = 1 / 1e3 / Double(count)
        return BenchCost(
            processor: (Measure.cpu - processor) * each, wall: (Measure.wall - wall) * each)
    }

    /// The medians.
    static func median(_ costs: [BenchCost]) -> BenchCost {
        BenchCost(
            processor: Measure.median(costs.map(\.processor)), wall: Measure.median(costs.map(\.wall)))
    }
}
