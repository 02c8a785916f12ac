import Records

/// Rows of delimited text, like the list of hospitals of a health service.
nonisolated struct TableDataset: Dataset {
    /// A row: the canonical texts of its values by column; `nil` if there is none.
    typealias Row = [String?]

    let dialect: TableDialect
    let columns: [TableColumn]
    /// The lines above the header.
    let hasPreamble: Bool
    private(set) var rows: [Row] = []
    /// The values of the column by which it can be joined; empty for invented ones.
    private let regions: [String]

    let kind = "table"
    let sourceSettings = ""
    let mediaType: String
    let isExact = true
    let keepsMissing = false

    /// The indices of columns with a role.
    enum Role {
        static let key = 0
        static let name = 1
        static let region = 2
        static let sector = 3
    }

    /// Invents a table.
    ///
    /// - Parameters:
    ///   - time: The moment before which its times are.
    ///   - regions: The values of the column `Region`; empty for any text.
    ///   - chance: Chooses everything else.
    init(at time: UTC, regions: [String] = [], _ chance: inout Chance) {
        dialect = TableDialect(&chance)
        hasPreamble = chance.isTrue(0.3)
        self.regions = regions
        mediaType = chance.pick(["text/csv", "text/plain", "application/octet-stream"])
        columns = TableDataset.columns(&chance)
        for _ in 0..<20 + chance.below(41) { rows.append(row(at: time, &chance)) }
    }

    private static func columns(_ chance: inout Chance) -> [TableColumn] {
        [
            TableColumn(
                name: chance.pick(["OrganisationID", "id", "Site ID", "Schlüßel"]), form: .text, share: 1),
            TableColumn(name: "Name", form: .text, share: 1),
            TableColumn(name: "Region", form: .text, share: 0.9),
            TableColumn(name: "Sector", form: .mapped, share: 0.8),
            TableColumn(name: "Beds", form: .number, share: 0.9),
            TableColumn(name: "Is open", form: .boolean, share: 0.7),
            TableColumn(name: "Seen", form: .time, share: 0.8),
            TableColumn(name: "Latitude", form: .number, share: 0.9),
            TableColumn(name: "Longitude", form: .number, share: 1),
            TableColumn(
                name: "Notes", form: .text, share: 0.5, renamed: chance.pick([nil, "Remarks", "größe"])),
        ]
    }

    /// The settings of `[Table]` and `[Record]`.
    var sections: String {
        let key = columns[Role.key].name
        var lines = ["[Record]", "Key=\"\(key)\"", "Title=Name", "Require=\"\(key)\" Name", "Group=Sector"]
        lines += ["Number=Beds Latitude Longitude", "Location=Latitude Longitude", "Boolean=\"Is open\""]
        lines += ["Time=Seen", "Map=Sector \(TableColumn.patterns)", "Omit=x-*"]
        lines += columns.compactMap { column in column.renamed.map { "Rename=\(column.name):\($0)" } }
        let header = hasPreamble ? "HeaderContains=Latitude\n" : ""
        return "[Table]\n" + dialect.settings + header + lines.joined(separator: "\n") + "\n"
    }

    /// The data of all rows by the key.
    var expected: [String: JSON] {
        var records: [String: JSON] = [:]
        for row in rows {
            let members = zip(columns, row).flatMap { column, value in
                value.map { column.members(of: $0) } ?? []
            }
            records[row[Role.key] ?? ""] = .object(members)
        }
        return records
    }

    /// Changes a few cells, or adds or removes a row.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        switch DatasetChange.any(count: rows.count, &chance) {
        case .add: rows.insert(row(at: time, &chance), at: chance.below(rows.count + 1))
        case .remove: rows.remove(at: chance.below(rows.count))
        case .edit:
            for _ in 0...chance.below(3) { edit(at: time, &chance) }
        }
    }

    private mutating func edit(at time: UTC, _ chance: inout Chance) {
        let row = chance.below(rows.count)
        let column = 1 + chance.below(columns.count - 1)
        rows[row][column] = cell(column, at: time, &chance)
    }

    private func row(at time: UTC, _ chance: inout Chance) -> Row {
        columns.indices.map { cell($0, at: time, &chance) }
    }

    private func cell(_ index: Int, at time: UTC, _ chance: inout Chance) -> String? {
        let column = columns[index]
        guard index != Role.key else {
            let taken = rows.compactMap { $0[Role.key] }
            var key = ""
            repeat {
                key = dialect.fitting(Vocabulary.key(dialect.repertoire, besides: taken, &chance))
            } while taken.contains(key)
            return key
        }
        guard chance.isTrue(column.share) else { return nil }
        if index == Role.region, !regions.isEmpty { return chance.pick(regions) }
        if column.name.hasSuffix("itude") { return "\(chance.below(80)).\(1000 + chance.below(9000))" }
        let value = dialect.fitting(column.value(at: time, repertoire: dialect.repertoire, &chance))
        guard column.form == .text, chance.isTrue(0.15) else { return value }
        return dialect.fitting(value + chance.pick([", \"\(value)\"; ", "\n", " \"", "\t|~"]) + "end")
    }
}
