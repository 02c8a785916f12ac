import CSQLite

/// The content of a database as a program other than almanac reads it.
public enum Inspection {
    /// Returns the rows of a query, with the values as SQLite prints them; NULL is `nil`.
    ///
    /// - Throws: `Tampering.Failure` if the file is no database or the query fails.
    public static func rows(_ sql: String, in path: String) throws(Tampering.Failure) -> [[String?]] {
        var database: OpaquePointer?
        var statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close_v2(database)
        }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
        else { throw failure(database) }
        var rows: [[String?]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { text(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw failure(database)
            }
        }
    }

    private static func text(_ statement: OpaquePointer?, _ column: CInt) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    private static func failure(_ database: OpaquePointer?) -> Tampering.Failure {
        Tampering.Failure(message: database.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")
    }
}
