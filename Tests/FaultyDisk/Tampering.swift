import CSQLite

/// Changes to a database that the store itself never makes.
public enum Tampering {
    /// The reason why a statement could not be run.
    public struct Failure: Error {
        /// The message of SQLite.
        public let message: String
    }

    /// Runs SQL on a database, which a store may have open.
    ///
    /// - Throws: `Failure`, also when the SQL changes nothing.
    public static func run(_ sql: String, on path: String) throws(Failure) {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
        else { throw Failure(message: database.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory") }
    }
}
