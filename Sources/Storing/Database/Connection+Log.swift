import CSQLite

extension Connection {
    /// The size, in bytes, at which the write-ahead log is moved into the database at the latest.
    private static let maximumLog = 16 << 20
    /// The size, in bytes, from which on it is moved while nothing else is done: each page that several changes
    /// have written is then moved once.
    private static let fullLog = 4 << 20
    /// The size of the page cache, in KB, also for contents that are read once.
    private static let cache = 4000
    private static let fewPages = 400
    /// The size of the pages of a new database, in bytes. A commit writes whole pages, and a change touches one
    /// row in each of a dozen tables and indexes: a quarter of SQLite's usual size takes two thirds of the bytes.
    private static let newPage = 1_024

    /// Enables the write-ahead log, synchronized at each commit, with checkpoints only on request.
    ///
    /// Only this connection may write the database or move its log: SQLite before 3.51.3 may otherwise lose
    /// commits, see almanac-security(7), DATA.
    func enableLog() throws(StoreError) {
        // Without effect on a database that has pages: those of earlier versions keep theirs, of 4 kB.
        try execute("PRAGMA page_size = \(Connection.newPage)")
        let mode = try text("PRAGMA journal_mode = WAL") ?? ""
        guard mode == "wal" else {
            throw StoreError(
                doing: "open \(path)", code: 0,
                message: "its file system cannot hold a write-ahead log (journal mode \(mode))")
        }
        try execute(
            """
            PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(Connection.maximumLog);
            PRAGMA cache_size = -\(Connection.cache); PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
            PRAGMA secure_delete = OFF
            """)
        pageSize = Int(try number("PRAGMA page_size"))
        countPages()
    }

    /// Calls a function whose commits do not wait for the disk: a power cut may undo the last of them, but
    /// none before the last commit that did wait.
    ///
    /// Source: SQLite, pragma.html, `synchronous`; wal.html §3.
    func withoutWaiting<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard !isInTransaction else { return try body() }
        try execute("PRAGMA synchronous = NORMAL")
        let result = Result { () throws(StoreError) in try body() }
        try execute("PRAGMA synchronous = FULL")
        return try result.get()
    }

    /// Calls a function that reads contents once, with a small page cache: pages are allocated among what is
    /// kept of the contents, and would leave gaps of 4 KB.
    func readingOnce<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try execute("PRAGMA cache_size = -\(Connection.fewPages)")
        // A cache that stays small only costs time.
        defer { try? execute("PRAGMA cache_size = -\(Connection.cache)") }
        return try body()
    }

    /// Moves the write-ahead log into the database when necessary: always above 16 MB, and above 4 MB when
    /// the caller is idle. Does not wait for readers.
    ///
    /// - Parameter isIdle: Whether the caller has nothing else to do.
    /// - Returns: Whether a checkpoint was necessary and completed.
    /// - Throws: `StoreError` if the disk fails; no data is lost.
    func checkpointIfNeeded(isIdle: Bool) throws(StoreError) -> Bool {
        let bytes = pagesInLog * pageSize
        guard bytes >= Connection.maximumLog || isIdle && bytes >= Connection.fullLog else { return false }
        return try checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }
}
