import CSQLite

/// An open database, which closes when the handle is destroyed and its statements have been finalized.
struct DatabaseHandle: ~Copyable {
    let pointer: OpaquePointer

    deinit {
        // This fails only for arguments that are not a connection.
        sqlite3_close_v2(pointer)
    }
}

/// A connection to a database, for use on one thread.
final class Connection {
    /// The path of the database file.
    let path: String
    private let database: DatabaseHandle
    /// The number of pages in the write-ahead log after the last commit; a C callback writes it.
    private let logged: UnsafeMutablePointer<CInt>
    /// The size of the database's pages, in bytes; that of SQLite until the log is enabled.
    var pageSize = 4_096
    /// The check that a running statement makes regularly; a C callback reads it.
    private var interruption: Interruption?
    /// The statements that are prepared with their first use.
    private(set) var texts: [String] = []
    /// The prepared statements that begin and end transactions, by their text.
    private var bounds: [String: OpaquePointer] = [:]

    var handle: OpaquePointer { database.pointer }

    init(path: String, flags: CInt) throws(StoreError) {
        self.path = path
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let pointer, code == SQLITE_OK else {
            let error = StoreError(sqlite: code, of: pointer, doing: "open \(path)")
            // A failed open still creates a handle, which must be closed.
            sqlite3_close_v2(pointer)
            throw error
        }
        database = DatabaseHandle(pointer: pointer)
        logged = .allocate(capacity: 1)
        logged.initialize(to: 0)
        sqlite3_busy_timeout(pointer, 2_000)
    }

    deinit {
        sqlite3_progress_handler(database.pointer, 0, nil, nil)
        sqlite3_wal_hook(database.pointer, nil, nil)
        // The result repeats the last step's error, which was thrown already.
        for statement in bounds.values { sqlite3_finalize(statement) }
        logged.deallocate()
    }

    /// The directory of the database file.
    var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// The number of pages that a checkpoint would have to move; counted from `countPages` on.
    var pagesInLog: Int { Int(logged.pointee) }

    /// Counts the pages of the write-ahead log, in place of SQLite's own automatic checkpoints.
    func countPages() {
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                context?.assumingMemoryBound(to: CInt.self).pointee = pages
                return SQLITE_OK
            }, logged)
    }

    /// Ends each statement with `SQLITE_INTERRUPT` while `isDue` returns true.
    ///
    /// Unlike `sqlite3_interrupt` from another thread, this cannot interrupt the statement after the intended
    /// one. The work of FTS5 and R*Tree for a single row is not interrupted.
    func interrupt(when isDue: @escaping () -> Bool) {
        let interruption = Interruption(isDue)
        self.interruption = interruption
        sqlite3_progress_handler(
            handle, 1_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isDue() ? 1 : 0
            }, Unmanaged.passUnretained(interruption).toOpaque())
    }

    /// Moves the write-ahead log into the database.
    ///
    /// - Parameter mode: `SQLITE_CHECKPOINT_PASSIVE` never waits, `_TRUNCATE` waits for readers.
    /// - Returns: Whether the whole log was moved.
    /// - Throws: `StoreError` if the disk fails.
    func checkpoint(_ mode: CInt) throws(StoreError) -> Bool {
        var pages: CInt = 0
        var moved: CInt = 0
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &moved)
        guard code == SQLITE_OK || code.primary == SQLITE_BUSY else {
            throw StoreError(sqlite: code, of: handle, doing: "checkpoint \(path)")
        }
        let isDone = code == SQLITE_OK && pages == moved
        if isDone { logged.pointee = 0 }
        return isDone
    }

    /// Runs statements that return no rows.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreError(sqlite: code, of: handle, doing: "read or write \(path)", statement: sql)
        }
    }

    /// Runs a statement that begins or ends a transaction; it stays prepared.
    private func bound(_ sql: String) throws(StoreError) {
        if bounds[sql] == nil { bounds[sql] = try compile(sql) }
        let statement = bounds[sql]
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE else {
            let error = StoreError(sqlite: code, of: handle, doing: "read or write \(path)", statement: sql)
            sqlite3_reset(statement)
            throw error
        }
        // The step succeeded, so this does.
        sqlite3_reset(statement)
    }

    /// Prepares a statement for repeated use.
    func prepare(_ sql: String) throws(StoreError) -> Statement {
        let statement = Statement(sql, on: self)
        try statement.prepare()
        return statement
    }

    /// Returns a statement for repeated use, which is prepared with its first use.
    func statement(_ sql: String) -> Statement {
        texts.append(sql)
        return Statement(sql, on: self)
    }

    /// Compiles a statement.
    func compile(_ sql: String) throws(StoreError) -> OpaquePointer {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard let statement, code == SQLITE_OK else {
            throw StoreError(
                sqlite: code, of: handle, doing: "read or write \(path)", statement: sql, isFixed: true)
        }
        return statement
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE statement has added, changed or removed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` as one transaction that is rolled back if `body` throws; within a transaction, as a
    /// savepoint that can be rolled back alone.
    func writing<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        let isPart = isInTransaction
        try bound(isPart ? "SAVEPOINT part" : "BEGIN IMMEDIATE")
        do throws(StoreError) {
            let value = try body()
            // SQLite itself ends a transaction when the disk fails during it.
            guard isInTransaction else {
                throw StoreError(
                    doing: "write \(path)", code: SQLITE_ABORT, message: "the disk failed earlier",
                    statement: "COMMIT")
            }
            try bound(isPart ? "RELEASE part" : "COMMIT")
            return value
        } catch {
            rollBack(isPart ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK")
            throw error
        }
    }

    /// Runs `body` on one consistent state of the database; within a transaction, on the state of that
    /// transaction.
    func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        guard !isInTransaction else { return try body() }
        try bound("BEGIN")
        // Nothing was written, so commit and rollback have the same effect.
        defer { rollBack("ROLLBACK") }
        return try body()
    }

    /// Rolls back a transaction or a savepoint.
    private func rollBack(_ sql: String) {
        guard isInTransaction else { return }
        // The original error is already reported. If the rollback fails, the next opening drops the
        // unfinished end of the log.
        sqlite3_exec(handle, sql, nil, nil, nil)
    }
}

/// A check of whether the running statement should end, for a C callback.
private final class Interruption {
    let isDue: () -> Bool

    init(_ isDue: @escaping () -> Bool) { self.isDue = isDue }
}
