import CSQLite
public import Records

/// The durable truth: records, the log of their changes, and the states of sources and requests.
///
/// Made and used on one thread. What a call has written is on the disk when it returns; no call leaves a
/// transaction open. When a call throws, nothing of it is kept.
public final class Store: StoreReader {
    /// The database's file in the store's directory.
    public static let fileName = "almanac.db"
    /// How many rejects of a source are kept.
    public static let maximumRejects = 1000

    /// Where the store's files are.
    public let directory: String
    /// The number of the last change; 0 before the first.
    public internal(set) var end: Int64 = 0
    /// The number of the oldest change that is kept; 1 before the first.
    public internal(set) var oldest: Int64 = 1
    let writing: WriteStatements

    init(_ connection: Connection, directory: String) throws(StoreError) {
        self.directory = directory
        writing = try WriteStatements(connection)
        try super.init(connection: connection)
        try locate()
        // A source's last change is never trimmed before those that follow it.
        guard try connection.number("SELECT max(number) FROM source") <= end else {
            throw .damage("open \(connection.path)", "its log of changes lacks its end")
        }
    }

    /// The last accepted documents.
    public var documents: Documents { Documents(directory: "\(directory)/documents") }

    /// Gives back the memory that pages take which were read and are not needed.
    ///
    /// Source: sqlite3_db_release_memory.
    public func releaseMemory() {
        // How much that was does not matter.
        _ = sqlite3_db_release_memory(connection.handle)
    }

    /// The place of the last change.
    public var cursor: Cursor { Cursor(epoch: epoch, number: end) }

    /// Does several commits, savings and removals as one transaction, which waits for the disk once.
    ///
    /// What throws within `body` and is caught there is taken back alone; when `body` throws, all is.
    ///
    /// - Parameter body: What to do; 20 ms at most.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or when nothing of it could be kept.
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

    /// Does `body` as one transaction, then what keeps the write-ahead log bounded; when it throws, `end` is
    /// what it was.
    func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        do {
            let value = try connection.writing(body)
            // What was written is kept either way; a disk that fails says so at the next call.
            if !connection.isInTransaction { _ = try? checkpointIfNeeded(isIdle: false) }
            return value
        } catch {
            // A disk that fails again says so at the next call; this error is the first.
            try? locate()
            throw error
        }
    }

    private func locate() throws(StoreError) { (oldest, end) = try bounds() }
}
