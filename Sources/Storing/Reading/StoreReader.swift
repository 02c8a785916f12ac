import CSQLite
public import Records

/// A reader of the store on a thread of its own, independent of the thread that writes.
///
/// Create and use a reader on one thread. Each call sees one consistent state of the store, with everything
/// committed before it; no transaction stays open between calls. A `Store` is also a reader of itself.
public class StoreReader {
    /// The name of the database file in the store's directory.
    public static let fileName = "almanac.db"
    /// The maximum number of rejects stored for a source.
    public static let maximumRejects = 1000

    let connection: Connection
    let statements: ReadStatements
    private let files: OpenFiles

    init(connection: Connection) throws(StoreError) {
        self.connection = connection
        guard try connection.number(ReadStatements.countTables) == 13 else {
            throw .damage("open \(connection.path)", "it lacks tables")
        }
        statements = ReadStatements(connection)
        files = OpenFiles(of: connection.path)
    }

    /// The inode number of the open database file, which no other file has meanwhile; 0 when the file was
    /// removed at once.
    public var inode: UInt64 { files.inode }

    /// Whether the files that this reader has open are still those in the folder. A reader that is not
    /// current sees no new data: release it and open another one. The check takes about a microsecond.
    public var isCurrent: Bool { files.areInPlace }

    /// Opens the store of a directory for reading only.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store.
    ///   - cache: The maximum size of the page cache, in kibibytes.
    ///   - isInterrupted: A function that is called while a statement runs; the statement fails once it
    ///     returns true. `nil` for never.
    /// - Throws: `StoreError` if there is no store; a `Store` must have been opened before and must still
    ///   be open.
    public convenience init(
        directory: String, cache: Int = 2_000, isInterrupted: (() -> Bool)? = nil
    ) throws(StoreError) {
        let path = "\(directory)/\(StoreReader.fileName)"
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READONLY)
        try connection.execute("PRAGMA cache_size = -\(cache); PRAGMA trusted_schema = OFF")
        if let isInterrupted { connection.interrupt(when: isInterrupted) }
        try self.init(connection: connection)
    }

    /// Returns the numbers of the oldest and the last change in the log: `1` and `0` before the first.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func bounds() throws(StoreError) -> (oldest: Int64, end: Int64) {
        try statements.bounds.first { ($0.int(0), $0.int(1)) }.map { (max($0.0, 1), $0.1) } ?? (1, 0)
    }

    /// Returns the number of the last change that the holder of a cursor has received.
    ///
    /// - Returns: `nil` when the changes after it are not known: its run does not belong to this log or
    ///   ended before that change, or the change is after the end of the log or before its oldest change.
    /// - Throws: `StoreError` if the database cannot be read.
    public func number(of cursor: Cursor) throws(StoreError) -> Int64? {
        try connection.reading { () throws(StoreError) in
            guard let run = try storedRun(statements.run, .text(cursor.run)) else { return nil }
            let next = try storedRun(statements.runAfter, .int(run.first))
            let (oldest, end) = try bounds()
            let isValid = cursor.number < next?.first ?? .max && cursor.number <= end
            return isValid && cursor.number >= oldest - 1 ? cursor.number : nil
        }
    }

    /// Returns the cursor after a committed change, or before all changes for 0.
    ///
    /// - Throws: `StoreError` if the database cannot be read or is damaged.
    public func cursor(of number: Int64) throws(StoreError) -> Cursor {
        guard let run = try storedRun(statements.runOf, .int(number)) else {
            throw .damage("read the run of change \(number)", "it is missing")
        }
        return Cursor(run: run.name, number: number)
    }

    /// Returns a stored run.
    func storedRun(
        _ statement: Statement, _ value: Binding
    ) throws(StoreError) -> Runs.Run? {
        try statement.first(value) { row throws(StoreError) in try Runs.Run(row) }
    }

    /// Returns a record; `nil` when there is none with that key.
    ///
    /// - Throws: `StoreError` if the database cannot be read or the record is damaged.
    public func record(_ source: String, _ key: String) throws(StoreError) -> StoredRecord? {
        try connection.reading { () throws(StoreError) in
            guard let row = try self.row(of: source) else { return nil }
            return try stored(key, in: row)?.record
        }
    }

    /// Runs `body` on one consistent state of the store, independent of commits in the meantime.
    ///
    /// - Throws: The error of `body`, or an error if the database cannot be read.
    public func seeingOneState<T>(_ body: () throws -> T) throws -> T {
        let result = try connection.reading { () throws(StoreError) in Result { try body() } }
        return try result.get()
    }

    /// Returns the row of a source; `nil` when it never had one.
    func row(of source: String) throws(StoreError) -> SourceRow? {
        try statements.source.first(.text(source)) { row throws(StoreError) in try SourceRow(row) }
    }

    /// Returns the number of records of a source; 0 for an unknown source.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func recordCount(of source: String) throws(StoreError) -> Int { try row(of: source)?.records ?? 0 }

    /// Returns a record and the number of its row.
    func stored(_ key: String, in source: SourceRow) throws(StoreError) -> (id: Int64, record: StoredRecord)?
    {
        try statements.record.first(.int(source.id), .text(key)) { row throws(StoreError) in
            (row.int(0), try StoredRecord(row, of: source.name))
        }
    }
}
