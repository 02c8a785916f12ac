import CSQLite
import Records

/// A database as a program in C would use it.
nonisolated final class FloorDatabase {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
            throw BenchError("cannot open \(path)")
        }
        handle = opened
        try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        return statement!
    }

    /// Writes records in one transaction, with statements that take their key, hash and content.
    func commit(_ records: some Sequence<Record>, with statements: OpaquePointer...) throws {
        try run("BEGIN IMMEDIATE")
        for record in records {
            for statement in statements { try write(record, with: statement) }
        }
        try run("COMMIT")
    }

    private func write(_ record: Record, with statement: OpaquePointer) throws {
        var key = record.key
        _ = key.withUTF8 { almanac_bind_text(statement, 1, $0.baseAddress, sqlite3_uint64($0.count)) }
        let hash = RecordHash(record.data)
        withUnsafeBytes(of: (hash.low, hash.high)) {
            _ = almanac_bind_blob(statement, 2, $0.baseAddress, 16)
        }
        record.data.withUnsafeBytes {
            _ = almanac_bind_blob(statement, 3, $0.baseAddress, sqlite3_uint64($0.count))
        }
        guard sqlite3_step(statement) == SQLITE_DONE else { return try check(sqlite3_reset(statement)) }
        try check(sqlite3_reset(statement))
    }

    func read(_ sql: String) throws {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW { _ = sqlite3_column_bytes(statement, 0) }
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else {
            throw BenchError(String(cString: sqlite3_errmsg(handle)))
        }
    }
}
