import AlmanacValues
import WebPages

/// The rows of the tables that were rendered last, for a minute each, because rows may contain the present
/// time.
final class KeptRows {
    /// A table in one form.
    struct Name: Hashable {
        let source: String
        let view: RecordsContent.View
        let preferences: Preferences
    }

    /// The maximum number of rows of a table.
    static let mostRows = 2_000
    private static let mostTables = 4

    private var tables: [Name: (minute: Int64, rows: RowCache)] = [:]

    /// Returns the rows of a table, none if it was not rendered in this minute.
    func rows(of name: Name, minute: Int64) -> RowCache {
        if let table = tables[name], table.minute == minute { return table.rows }
        if tables.count >= KeptRows.mostTables { tables = [:] }
        let rows = RowCache()
        tables[name] = (minute, rows)
        return rows
    }

    /// Takes note of an event: a source that is removed and added again begins with the same generations.
    func note(_ event: Event) {
        guard event.kind != .changed else { return }
        tables = tables.filter { $0.key.source != event.source }
    }

    /// Drops all rows, because changes were missed.
    func forgetAll() { tables = [:] }
}
