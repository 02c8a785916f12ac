/// The cost of an operation in many similar parts that cannot be repeated: those during which the core was shared (see
/// ``SharedCore``) count as much as the mean of the others.
nonisolated struct BenchParts {
    private var undisturbed: [BenchCost] = []
    private var disturbed: [BenchCost] = []

    /// Measures a part.
    mutating func measure(_ body: () throws -> Void) rethrows {
        let (cost, isDisturbed) = try SharedCore.observe { try BenchCost.of(1, body) }
        if isDisturbed { disturbed.append(cost) } else { undisturbed.append(cost) }
    }

    /// Returns the cost of each of a number of operations.
    func cost(of count: Int) -> BenchCost {
        let counted = undisturbed.isEmpty ? disturbed : undisturbed
        let sum = counted.reduce(BenchCost(), +)
        let scale = Double(undisturbed.count + disturbed.count) / Double(counted.count * count)
        return BenchCost(processor: sum.processor * scale, wall: sum.wall * scale)
    }
}
