import Refreshing
import Storing

/// The state of the worker that answers calls and reads pages for subscribers. It has a read-only connection
/// of its own, so that readers never delay a commit.
nonisolated final class QueryContext: WorkerContext {
    /// The size of the page cache in KiB, which only searches in many records fill; the system's cache holds
    /// the other pages.
    private static let cache = 2_000

    private let directory: String
    private let inUse: DatabaseInUse
    private let isForgotten: @Sendable () -> Bool
    private var openReader: StoreReader?
    private var openFinder: Finder?

    /// Creates the state; the store is opened when first needed.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store.
    ///   - inUse: The database file to which the store worker commits.
    ///   - isForgotten: Whether the current job was cancelled; its statements are interrupted then.
    init(_ directory: String, _ inUse: DatabaseInUse, isForgotten: @escaping @Sendable () -> Bool) {
        self.directory = directory
        self.inUse = inUse
        self.isForgotten = isForgotten
    }

    /// Closes the store, so that the next query reopens it.
    func forget() {
        openFinder = nil
        openReader = nil
    }

    /// Returns a reader of the store. It is opened by the first query, and again after the database was
    /// restored.
    ///
    /// - Throws: An error if the store cannot be read.
    func reader() throws(StoreError) -> StoreReader {
        if let openReader, inUse.isRead(by: openReader) { return openReader }
        forget()
        let reader = try inUse.checked(
            StoreReader(directory: directory, cache: Self.cache, isInterrupted: isForgotten))
        openReader = reader
        return reader
    }

    /// Returns the finder of records, created by the first search.
    ///
    /// - Throws: An error if the store or its indexes cannot be read.
    func finder() throws(StoreError) -> Finder {
        let reader = try reader()
        if let openFinder { return openFinder }
        let finder = try Finder(in: reader)
        openFinder = finder
        return finder
    }
}
