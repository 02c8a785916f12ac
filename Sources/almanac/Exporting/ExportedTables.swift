import AlmanacValues
import Records
import Showing
import Storing

/// The two tables of a source in an exported file: its records and its history.
///
/// Rows are staged first, since only the last one decides which columns there are and which types hold all
/// their values.
struct ExportedTables {
    /// The names of the tables.
    typealias Names = (records: String, history: String)
    /// A column of a table: its name, the expression for its values, and its type.
    private typealias Column = (name: String, expression: String, type: String)

    /// The names of the tables.
    let names: Names
    /// The number of records.
    private(set) var records = 0
    /// The number of changes.
    private(set) var changes = 0
    private let file: DataFile
    private var columns: DataColumns
    private var stagedRecords: StagedTable
    private var stagedChanges: StagedTable
    private var hasPosition = false

    /// The names of columns that are not of members.
    private static let reserved = ["key", "_title", "_changed", "_time", "_change", "_reason"]

    /// Makes the tables of a source; the file gets them with `write`.
    ///
    /// - Throws: `StoreError` if they cannot be staged.
    init(_ names: Names, schema: JSON, in file: DataFile) throws(StoreError) {
        self.names = names
        self.file = file
        columns = DataColumns(schema: schema, reserved: ExportedTables.reserved)
        let width = columns.columns.count
        stagedRecords = try StagedTable(
            "records", ["key", "title", "changed", "latitude", "longitude"], width: width, in: file)
        stagedChanges = try StagedTable(
            "changes", ["time", "key", "change", "reason"], width: width, in: file)
    }

    /// Adds records.
    mutating func add(_ items: [Item]) throws(StoreError) {
        for item in items {
            let own: [DataFile.Value] = [
                .text(item.key), item.title.value, (item.at?.description).value,
                item.position.map { .real($0.latitude) } ?? .null,
                item.position.map { .real($0.longitude) } ?? .null,
            ]
            try stagedRecords.insert(own, columns.cells(of: item.data))
            hasPosition = hasPosition || item.position != nil
            records += 1
        }
    }

    /// Adds changes, newest first.
    mutating func add(_ events: [Event]) throws(StoreError) {
        for event in events {
            guard let item = event.item else { continue }
            let own: [DataFile.Value] = [
                .text(event.at.description), .text(item.key), .text(event.kind.rawValue),
                event.reason.value,
            ]
            try stagedChanges.insert(own, columns.cells(of: item.data))
            changes += 1
        }
    }

    /// Writes the tables.
    func write() throws(StoreError) {
        file.forgetStatements()
        let record: [Column] = [
            ("key", "key", "TEXT NOT NULL PRIMARY KEY"), ("_title", "title", "TEXT"),
            ("_changed", "changed", "TEXT"),
        ]
        let change: [Column] = [
            ("_time", "time", "TEXT NOT NULL"), ("key", "key", "TEXT NOT NULL"),
            ("_change", "change", "TEXT NOT NULL"), ("_reason", "reason", "TEXT"),
        ]
        try write(names.records, record + members(stagedRecords) + position, from: "records")
        // They were staged from the newest to the oldest.
        try write(names.history, change + members(stagedChanges), from: "changes ORDER BY rowid DESC")
        let index = "\(names.history) by key".quoted
        try file.run("CREATE INDEX \(index) ON \(names.history.quoted) (key, _time)")
        try stagedRecords.drop()
        try stagedChanges.drop()
    }

    private func members(_ table: StagedTable) -> [Column] {
        columns.order.map { place in
            let column = columns.columns[place]
            return (column.name, table.expression(ofColumn: place), column.type.rawValue)
        }
    }

    /// The columns of the records' position, unless members state it already.
    private var position: [Column] {
        ["latitude", "longitude"].filter { hasPosition && !columns.has($0) }.map { ($0, $0, "REAL") }
    }

    private func write(_ name: String, _ all: [Column], from source: String) throws(StoreError) {
        let definitions = all.map { "\($0.name.quoted) \($0.type)" }.joined(separator: ", ")
        let expressions = all.map(\.expression).joined(separator: ", ")
        try file.run("CREATE TABLE \(name.quoted) (\(definitions))")
        try file.run("INSERT INTO \(name.quoted) SELECT \(expressions) FROM temp.\(source)")
    }
}
