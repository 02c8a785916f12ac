/// What `bench store` measures.
enum StoreResult: String, CaseIterable {
    case load = "first load, a record"
    case compare = "document unchanged, a record"
    case change = "one record other, a record"
    case commit = "commit of one change"
    case read = "snapshot, a record"
    case open = "opening"

    /// How many times SQLite's own cost it may be: the log of changes, the checksums and the comparison.
    var limit: Double {
        switch self {
        case .compare, .change: 5
        default: 3
        }
    }

    /// A line of the table.
    func line(_ ours: StoreCost, _ floor: StoreCost) -> String {
        let ratio = floor.processor > 0 ? ours.processor / floor.processor : 0
        return pad(rawValue, -32) + pad(floor.processor, 15) + pad(floor.wall, 9) + pad(ours.processor, 15)
            + pad(ours.wall, 9) + pad(ratio, 10)
    }

    private func pad(_ value: Double, _ width: Int) -> String {
        pad(String(Double(Int(value * 100 + 0.5)) / 100), width)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
        return width < 0 ? text + blanks : blanks + text
    }
}
