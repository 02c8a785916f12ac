import CSQLite

/// The database as the previous release left it.
enum Downgrade {
    /// The schema of this release; a later one needs other statements.
    private static let schema = "5"
    private static let statements = """
        BEGIN;
        INSERT INTO meta SELECT 'epoch', name FROM run ORDER BY first DESC LIMIT 1;
        DROP TABLE run;
        UPDATE meta SET value = '4' WHERE name = 'schema';
        PRAGMA user_version = 4;
        COMMIT;
        """

    /// Undoes the last step of the schema.
    ///
    /// - Returns: Whether the database has that schema and could be changed.
    static func perform(_ path: String) -> Bool {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { return false }
        return text("SELECT value FROM meta WHERE name = 'schema'", in: database) == schema
            && sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK
    }

    private static func text(_ query: String, in database: OpaquePointer?) -> String? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        return sqlite3_column_text(statement, 0).map { String(cString: $0) }
    }
}
