/// The costs of the steps of a refresh, in CPU microseconds.
struct RefreshCosts {
    /// Reading and decoding all reports.
    var reports = 0.0
    /// Reading the bytes of all reports.
    var reportBytes = 0.0
    /// Reading the bytes of the table.
    var bytes = 0.0
    /// Decoding the table after reading its bytes.
    var decode = 0.0
    /// Comparing its records with the stored ones.
    var compare = 0.0
    /// Committing the changed record.
    var store = 0.0
    /// Storing the document, compressed.
    var keep = 0.0
    /// SQLite alone reading the keys and hashes, all records hashed.
    var floorCompare = 0.0
    /// SQLite alone committing one row.
    var floorCommit = 0.0

    /// The medians.
    static func median(_ costs: [RefreshCosts]) -> RefreshCosts {
        func middle(_ path: KeyPath<RefreshCosts, Double>) -> Double {
            Measure.median(costs.map { $0[keyPath: path] })
        }
        return RefreshCosts(
            reports: middle(\.reports), reportBytes: middle(\.reportBytes), bytes: middle(\.bytes),
            decode: middle(\.decode), compare: middle(\.compare), store: middle(\.store),
            keep: middle(\.keep),
            floorCompare: middle(\.floorCompare), floorCommit: middle(\.floorCommit))
    }
}
