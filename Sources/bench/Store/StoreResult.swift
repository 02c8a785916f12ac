/// The operations that `bench store` measures.
enum StoreResult: String, CaseIterable {
    case load = "first load, a record"
    case compare = "document unchanged, a record"
    case change = "one record other, a record"
    case commit = "commit of one change"
    case read = "snapshot, a record"
    case open = "opening"

    /// The limit as a multiple of SQLite's own cost, for the log of changes, the checksums and the
    /// comparison.
    var limit: Double {
        switch self {
        case .compare, .change: 5
        case .load, .open: 2.5
        case .commit: 2
        case .read: 3
        }
    }

    /// Returns a line of the table.
    func line(ours: BenchCost, floor: BenchCost, ratio: Double) -> String {
        let numbers = [
            (floor.processor, 15), (floor.wall, 9), (ours.processor, 15), (ours.wall, 9), (ratio, 10),
        ]
        return rawValue.left(32) + numbers.map { Measure.short($0).right($1) }.joined()
    }
}
