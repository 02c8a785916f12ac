/// A measured quantity, a row of the table of `bench scale`.
nonisolated enum ScaleRow: String, CaseIterable {
    case load = "first load, µs of CPU each"
    case index = "index, µs of CPU each"
    case disk = "on disk, bytes each"
    case start = "start to READY, ms"
    case resident = "resident at rest after a start, MB"
    case peak = "most resident in the first load, MB"
    case refresh = "refresh with ten changes, µs of CPU each"
    case change = "one change of another source, ms of CPU"
    case search = "search for a rare word, ms"
    case nearby = "nearest ten, ms"
    case trimming = "trimming of 1,000 changes, ms of CPU"

    /// The greatest growth with ten times as many; `nil` if it grows in proportion. What is counted for each
    /// record may grow by the logarithm, and by what no longer fits into caches.
    var limit: Double? {
        switch self {
        case .load, .index, .refresh: 1.6
        case .disk: 1.2
        case .peak: 2
        case .change, .search, .nearby, .trimming: 2.5
        case .start, .resident: nil
        }
    }

    /// The greatest growth with ten times as many records, of which neither start nor memory depends.
    var limitOfRecords: Double? {
        switch self {
        case .start, .resident: 1.2
        default: limit
        }
    }
}

/// The measured values with one number of sources or records.
nonisolated struct ScaleColumn {
    let count: Int
    var values: [ScaleRow: Double] = [:]
}

/// Columns beside each other.
nonisolated struct ScaleTable {
    let title: String
    let columns: [ScaleColumn]

    /// Prints the table.
    func show() {
        print(title.left(44) + columns.map { "\($0.count)".right(12) }.joined())
        for row in ScaleRow.allCases where columns.contains(where: { $0.values[row] != nil }) {
            let cells = columns.map { ($0.values[row].map(Measure.short) ?? "").right(12) }
            print("  " + row.rawValue.left(42) + cells.joined())
        }
    }
}
