/// The cost of an operation in many similar parts, which cannot be repeated: parts during which the core was shared (see
/// ``SharedCore``) count as much as the mean of the others.
nonisolated struct BenchParts {
    private var undisturbed: [BenchCost] = []
    private var disturbed: [BenchCost] = []

    /// Measures a part.
    mutating func measure<Value>(_ body: () throws -> Value) rethrows -> Value {
        let (part, isDisturbed) = try SharedCore.observe {
            var value: Value?
            let cost = try BenchCost.of(1) { value = try body() }
            return (value: value!, cost: cost)
        }
        if isDisturbed { disturbed.append(part.cost) } else { undisturbed.append(part.cost) }
        return part.value
    }

    /// Returns the cost for each of a number of operations.
    func cost(of count: Int) -> BenchCost {
        let counted = undisturbed.isEmpty ? disturbed : undisturbed
        let all = Double(undisturbed.count + disturbed.count)
        let scale = all / Double(max(counted.count, 1)) / Double(count)
        return BenchCost(
            processor: counted.map(\.processor).reduce(0, +) * scale,
            wall: counted.map(\.wall).reduce(0, +) * scale)
    }
}
