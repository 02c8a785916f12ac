import CSQLite

/// The database as the previous release left it.
enum Downgrade {
    /// The schema of this release; a later one needs other statements.
    private static let (schema, previousSchema) = ("14", "4")
    private static let statements = """
        BEGIN;
        DELETE FROM move WHERE number <= (\(lastRewrite));
        DELETE FROM former WHERE number <= (\(lastRewrite));
        DELETE FROM change WHERE number <= (\(lastRewrite));
        DROP TABLE logged;
        INSERT INTO meta SELECT 'epoch', name FROM run ORDER BY first DESC LIMIT 1;
        DROP TABLE run;
        DROP TABLE name;
        DROP TABLE rhythm;
        DROP TABLE gone;
        UPDATE change SET body = (SELECT body FROM former WHERE former.number = change.number)
            WHERE number IN (SELECT number FROM former);
        DROP TABLE former;
        DROP TABLE indexed;
        DROP TABLE entry;
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL,
            UNIQUE (source, key)
        ) STRICT;
        UPDATE meta SET value = '4' WHERE name = 'schema';
        PRAGMA user_version = 4;
        COMMIT;
        """

    /// The number of the last change without patches or without content, which the release before did not
    /// store: the log begins after it.
    private static let lastRewrite = """
        SELECT ifnull(max(number), 0) FROM change
        WHERE patch IS NULL AND previous IS NOT NULL AND kind <> 2 OR kind > 2
        """

    enum Result {
        /// The log has all changes, or only those since a rewritten record.
        case done(hasWholeLog: Bool)
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
        // The last change always stays.
        let isLast = text("SELECT (\(lastRewrite)) = max(number) FROM change", in: database)
        guard isLast != "1" else { return .nothingToUndo }
        let hasWholeLog = text(lastRewrite, in: database) == "0"
        let isDone = sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK
        return isDone ? .done(hasWholeLog: hasWholeLog) : .nothingToUndo
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
