import CSQLite

/// The database as the previous release left it.
enum Downgrade {
    /// The schema of this release; a later one needs other statements.
    private static let (schema, previousSchema) = ("10", "4")
    private static let statements = """
        BEGIN;
        INSERT INTO meta SELECT 'epoch', name FROM run ORDER BY first DESC LIMIT 1;
        DROP TABLE run;
        DROP TABLE name;
        DROP TABLE rhythm;
        DROP TABLE gone;
        UPDATE change SET body = (SELECT body FROM former WHERE former.number = change.number)
            WHERE number IN (SELECT number FROM former);
        DROP TABLE former;
        DROP TABLE entry;
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL,
            UNIQUE (source, key)
        ) STRICT;
        UPDATE meta SET value = '4' WHERE name = 'schema';
        PRAGMA user_version = 4;
        COMMIT;
        """

    enum Result {
        case done
        /// There is none, it is damaged, or the step was undone before.
        case nothingToUndo
        /// These statements are not for its schema.
        case otherSchema
    }

    /// Undoes the last steps of the schema.
    static func perform(_ path: String) -> Result {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            let found = text("SELECT value FROM meta WHERE name = 'schema'", in: database)
        else { return .nothingToUndo }
        guard found == schema else { return found == previousSchema ? .nothingToUndo : .otherSchema }
        return sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK ? .done : .nothingToUndo
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
