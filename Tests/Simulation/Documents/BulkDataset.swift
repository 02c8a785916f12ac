import Records

/// A table of some thousand rows, of which sometimes most change at once: it is committed in parts.
nonisolated struct BulkDataset: Dataset {
    let kind = "table"
    let sourceSettings = ""
    let sections = "[Table]\nDelimiter=comma\n[Record]\nKey=id\nTitle=name\nNumber=count\n"
    let mediaType = "text/csv"
    let isExact = true
    let keepsMissing = false

    private var counts: [Int]
    /// Makes each text long, so that the document does not fit into few pages of the database.
    private let filling: String

    /// Invents a table.
    init(_ chance: inout Chance) {
        counts = (0..<2000 + chance.below(4000)).map { _ in chance.below(1000) }
        filling = String(repeating: "north harbour ", count: chance.below(8))
        // More than the daemon commits at once, see BulkIngest.
        if chance.isTrue(0.05) { counts += (0..<20_000).map { _ in chance.below(1000) } }
    }

    /// Changes one row, or a share of all rows; adds or removes some.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        switch chance.below(6) {
        case 0: for row in counts.indices where chance.isTrue(0.6) { counts[row] += 1 }
        case 1: counts.removeLast(chance.below(counts.count / 20))
        case 2: for _ in 0..<chance.below(100) { counts.append(chance.below(1000)) }
        default: counts[chance.below(counts.count)] += 1
        }
    }

    func document(_ style: inout Chance) -> [UInt8] {
        let rows = style.isTrue(0.5) ? Array(counts.indices) : counts.indices.reversed()
        let lines = rows.map { "\(key($0)),\(title($0)),\(counts[$0])\n" }
        return Array(("id,name,count\n" + lines.joined()).utf8)
    }

    var expected: [String: JSON] {
        var records: [String: JSON] = [:]
        for row in counts.indices {
            records[key(row)] = .object([
                .init("id", .string(key(row))), .init("name", .string(title(row))),
                .init("count", .number("\(counts[row])")),
            ])
        }
        return records
    }

    private func key(_ row: Int) -> String { "row-\(row)" }
    private func title(_ row: Int) -> String { "\(filling)row \(row)" }
}
