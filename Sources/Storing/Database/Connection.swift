import CSQLite

/// An open database; letting go closes it, once its statements are gone too.
struct DatabaseHandle: ~Copyable {
    let pointer: OpaquePointer

    deinit {
        // Fails only for arguments that are no connection.
        sqlite3_close_v2(pointer)
    }
}

/// One connection to a database, for one thread.
final class Connection {
    /// Where the file is.
    let path: String
    private let database: DatabaseHandle
    /// Pages in the write-ahead log after the last commit; a C callback writes here.
    private let logged: UnsafeMutablePointer<CInt>

    var handle: OpaquePointer { database.pointer }

    init(path: String, flags: CInt) throws(StoreError) {
        self.path = path
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let pointer, code == SQLITE_OK else {
            let error = StoreError(sqlite: code, of: pointer, doing: "open \(path)")
            // A failed open still makes a handle, which must be closed.
            sqlite3_close_v2(pointer)
            throw error
        }
        database = DatabaseHandle(pointer: pointer)
        logged = .allocate(capacity: 1)
        logged.initialize(to: 0)
        sqlite3_busy_timeout(pointer, 2_000)
    }

    deinit {
        sqlite3_wal_hook(database.pointer, nil, nil)
        logged.deallocate()
    }

    /// The directory in which the file is.
    var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Pages that a checkpoint would have to move; counted from `countPages` on.
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

    /// Moves the write-ahead log into the database.
    ///
    /// - Parameter mode: `SQLITE_CHECKPOINT_PASSIVE` waits for nobody, `_TRUNCATE` for readers.
    /// - Returns: Whether all of it was moved.
    /// - Throws: When the disk fails.
    func checkpoint(_ mode: CInt) throws(StoreError) -> Bool {
        var (pages, moved): (CInt, CInt) = (0, 0)
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &moved)
        guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else {
            throw StoreError(sqlite: code, of: handle, doing: "checkpoint \(path)")
        }
        let isDone = code == SQLITE_OK && pages == moved
        if isDone { logged.pointee = 0 }
        return isDone
    }

    /// Runs statements that yield nothing.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw StoreError(
                sqlite: code, of: handle, doing: "\(sql.prefix { $0 != "(" && $0 != "\n" }) in \(path)")
        }
    }

    /// Prepares a statement that will be used again and again.
    func prepare(_ sql: String) throws(StoreError) -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, sql, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard let statement, code == SQLITE_OK else {
            throw StoreError(sqlite: code, of: handle, doing: "prepare \(sql) in \(path)", isFixed: true)
        }
        return Statement(handle: statement)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Does `body` as one transaction that is taken back when it throws; within a transaction, as a part of
    /// it that can be taken back alone.
    func writing<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        let isPart = isInTransaction
        try execute(isPart ? "SAVEPOINT part" : "BEGIN IMMEDIATE")
        do throws(StoreError) {
            let value = try body()
            // SQLite ends a transaction itself when the disk fails under it.
            guard isInTransaction else {
                throw StoreError(
                    doing: "write \(path)", code: SQLITE_ABORT, message: "the disk failed before")
            }
            try execute(isPart ? "RELEASE part" : "COMMIT")
            return value
        } catch {
            takeBack(isPart ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK")
            throw error
        }
    }

    /// Does `body` seeing one state of the database; within a transaction, that transaction's.
    func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        guard !isInTransaction else { return try body() }
        try execute("BEGIN")
        // Nothing was written: ending it either way is the same.
        defer { takeBack("ROLLBACK") }
        return try body()
    }

    /// Ends a transaction, or a part of one, without its effects.
    private func takeBack(_ sql: String) {
        guard isInTransaction else { return }
        // What led here is reported already; a rollback that fails leaves the log's unfinished end, which
        // the next opening drops.
        sqlite3_exec(handle, sql, nil, nil, nil)
    }
}
