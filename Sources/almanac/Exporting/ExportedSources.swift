import AlmanacValues
import Records
import Showing
import Storing

/// The table of the sources in an exported file: their tables, their ages, and the reasons why records may be
/// missing.
struct ExportedSources {
    /// The name of the table, which no source can have.
    private static let name = "_sources"

    private let file: DataFile
    private let now: UTC

    /// Creates the table, and the one that describes the file.
    init(in file: DataFile, at now: UTC, since: UTC?) throws(StoreError) {
        self.file = file
        self.now = now
        try file.run(
            """
            CREATE TABLE _export (exported TEXT NOT NULL, almanac TEXT NOT NULL, history_since TEXT);
            CREATE TABLE \(ExportedSources.name) (
                name TEXT NOT NULL PRIMARY KEY, kind TEXT, title TEXT, origin TEXT, tags TEXT,
                records_table TEXT, history_table TEXT, records INTEGER NOT NULL, changes INTEGER NOT NULL,
                history_complete INTEGER NOT NULL, complete INTEGER NOT NULL, unknown TEXT,
                state TEXT NOT NULL, age_seconds INTEGER, fetched TEXT, changed TEXT, expires TEXT,
                failed TEXT, failures INTEGER NOT NULL, failure TEXT
            )
            """)
        try file.run(
            "INSERT INTO _export VALUES (?, ?, ?)",
            [.text(now.description), .text(Version.text), (since?.description).value])
    }

    /// Adds a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - tables: Its tables.
    ///   - phases: Its periods of success and failure, in order.
    ///   - isHistoryComplete: Whether its history has all changes since the requested time.
    ///   - unknown: The reasons why records may be missing or out of date; empty if none is known.
    /// - Throws: `StoreError` if it cannot be written.
    func add(
        _ source: Source, _ tables: ExportedTables, phases: [Phase], isHistoryComplete: Bool,
        unknown: [String]
    ) throws(StoreError) {
        let runtime = source.runtime
        let age = runtime.fetched.map { DataFile.Value.integer((now - $0).components.seconds) }
        let failed = runtime.failure?.at ?? phases.last { $0.reason != nil }?.start
        let values: [DataFile.Value] = [
            .text(source.name), source.kind.value, source.title.value, source.origin.value,
            list(source.tags), .text(tables.names.records), .text(tables.names.history),
            number(tables.records), number(tables.changes),
            number(isHistoryComplete ? 1 : 0), number(unknown.isEmpty ? 1 : 0), list(unknown),
            .text(source.standing.rawValue), age ?? .null, moment(runtime.fetched),
            moment(runtime.changed), moment(runtime.expires), moment(failed),
            number(runtime.failure?.count ?? 0), (runtime.failure?.message).value,
        ]
        let places = [String](repeating: "?", count: values.count).joined(separator: ", ")
        try file.run("INSERT INTO \(ExportedSources.name) VALUES (\(places))", values)
    }

    private func number(_ value: Int) -> DataFile.Value { .integer(Int64(value)) }

    private func moment(_ value: UTC?) -> DataFile.Value { (value?.description).value }

    /// The elements as a list of JSON; no value if there are none.
    private func list(_ elements: [String]) -> DataFile.Value {
        guard !elements.isEmpty else { return .null }
        return .text(String(decoding: JSON.array(elements.map(JSON.string)).bytes, as: UTF8.self))
    }
}
