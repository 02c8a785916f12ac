package import Storing
import Synchronization

/// The database file that the writing worker has open, identified by its inode.
///
/// If the file is removed or replaced, the worker keeps committing to the open one until it has restored it;
/// from then on it uses a copy, whose inode is recorded here. A reader with another file open would miss
/// changes or read the data of another file.
package nonisolated final class DatabaseInUse: Sendable {
    private let inode = Atomic<UInt64>(0)

    /// Creates the record of no file.
    package init() {}

    /// Records that the worker commits to this store from now on.
    package func record(_ store: Store) { inode.store(store.inode, ordering: .releasing) }

    /// Whether a reader has the same file open as the writing worker.
    package func isRead(by reader: StoreReader) -> Bool { inode.load(ordering: .acquiring) == reader.inode }

    /// Returns a reader that was just opened.
    ///
    /// - Throws: An error if the database has been replaced by another file, which is restored soon.
    package func checked(_ reader: StoreReader) throws(StoreError) -> StoreReader {
        guard isRead(by: reader) else {
            throw StoreError(
                doing: "read the database", code: 0,
                message: "another file is in its place; it is being restored")
        }
        return reader
    }
}
