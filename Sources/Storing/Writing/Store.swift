import CSQLite
public import Records

/// The durable storage of records, the log of their changes, and the states of sources and requests.
///
/// Create and use a store on one thread. Written data is on the disk when a call returns, and no call leaves
/// a transaction open. When a call throws, it has stored nothing.
public final class Store: StoreReader {
    /// The directory of the store's files.
    public let directory: String
    /// The number of the last change; 0 before the first.
    public internal(set) var end: Int64 = 0
    /// The number of the oldest change in the log; 1 before the first.
    public internal(set) var oldest: Int64 = 1
    /// The runs of the log; the last one numbers the next change.
    public internal(set) var runs: Runs
    /// Whether the last run is stored.
    var isRunStored: Bool
    let writing: WriteStatements
    /// The numbers up to which no change of a source, by its row, has content to drop.
    var trimPlaces: [Int64: Int64] = [:]
    /// The copy that `keepInPlace` makes.
    private(set) var copy: DatabaseCopy

    convenience init(_ connection: Connection, directory: String) throws(StoreError) {
        let last = try connection.number("SELECT max(number) FROM change")
        let (runs, isRunStored) = try Runs.open(in: connection, after: last)
        try self.init(connection, directory, runs, isRunStored)
    }

    /// Continues the run of another store of the same database.
    convenience init(continuing store: Store, _ connection: Connection) throws(StoreError) {
        try self.init(connection, store.directory, store.runs, store.isRunStored)
    }

    private init(
        _ connection: Connection, _ directory: String, _ runs: Runs, _ isRunStored: Bool
    ) throws(StoreError) {
        self.directory = directory
        self.runs = runs
        self.isRunStored = isRunStored
        writing = WriteStatements(connection)
        copy = DatabaseCopy(of: connection, to: Store.fileName, in: directory)
        try super.init(connection: connection)
        let bounds = try bounds()
        oldest = bounds.oldest
        end = bounds.end
        // A source's last change is never trimmed before the changes that follow it.
        guard try connection.number("SELECT max(number) FROM source") <= end else {
            throw .damage("open \(connection.path)", "its log of changes lacks its end")
        }
    }

    /// The last accepted documents.
    public var documents: Documents { Documents(directory: "\(directory)/documents") }

    /// Releases the memory of cached pages that are not in use.
    ///
    /// Source: sqlite3_db_release_memory.
    public func releaseMemory() {
        // The number of released bytes does not matter.
        _ = sqlite3_db_release_memory(connection.handle)
    }

    /// Returns the states of all sources and requests, by name, as `states` and `requests`, once after
    /// opening.
    public func readStates() throws(StoreError) -> (sources: [SourceState], requests: [RequestState]) {
        try connection.readingOnce { () throws(StoreError) in (try states(), try requests()) }
    }

    /// The cursor after the last change.
    public var cursor: Cursor { runs.cursor(of: end) }

    /// Copies the database, with everything committed, back into its folder if its files were removed or
    /// replaced.
    ///
    /// Another file at its path is renamed to `almanac.db.replaced`. Later commits of this store are copied
    /// again each time; `reopened` continues with the copy.
    ///
    /// - Throws: `StoreError`, with `isLoss` true, if the database cannot be copied.
    public func keepInPlace() throws(StoreError) {
        guard !isCurrent else { return }
        try copy.update()
    }

    /// Combines several commits and other writes into one transaction, which synchronizes the disk once.
    ///
    /// A call that throws within `body`, where the error is caught, is rolled back alone; when `body` throws,
    /// the whole transaction is rolled back.
    ///
    /// - Parameter body: The writes, which should take 20 ms at most.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or an error if nothing was stored.
    public func together<T>(_ body: () throws -> T) throws -> T {
        var failure: (any Error)?
        do throws(StoreError) {
            return try transaction { () throws(StoreError) in
                do {
                    return try body()
                } catch {
                    failure = error
                    throw StoreError(doing: "write", code: 0, message: "\(error)")
                }
            }
        } catch {
            throw failure ?? error
        }
    }

    /// Runs `body` as one transaction, then bounds the write-ahead log and keeps the files in their folder.
    ///
    /// - Throws: An error if nothing was committed; `end` is unchanged then. An error whose `isLoss` is
    ///   true if the commit succeeded but the files cannot be kept where others can read them.
    func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        let before = (oldest: oldest, end: end, isRunStored: isRunStored)
        let value: T
        do throws(StoreError) {
            value = try connection.writing(body)
        } catch {
            oldest = before.oldest
            end = before.end
            isRunStored = before.isRunStored
            throw error
        }
        guard !connection.isInTransaction else { return value }
        try keepInPlace()
        // The commit is durable either way; a failing disk reports its error at the next call.
        _ = try? connection.checkpointIfNeeded(isIdle: false)
        return value
    }
}
