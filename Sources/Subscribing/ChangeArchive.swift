package import Reactive
package import Records
package import Storing

/// The position of a page in a snapshot.
package nonisolated struct SnapshotPlace: Hashable, Sendable {
    package let source: String
    package let key: String

    /// Creates the position after a record.
    package init(source: String, key: String) {
        self.source = source
        self.key = key
    }
}

/// The stored records and changes, read in pages for subscribers that catch up.
package protocol ChangeArchive {
    /// Reads the next page of records, ordered by source and key; empty at the end.
    ///
    /// - Parameters:
    ///   - sources: The sources whose records to read, sorted.
    ///   - place: The end of the page before.
    ///   - number: The last change to include; records that changed after it are left out.
    ///   - user: The user for whom the page is read.
    ///   - then: Called with the page, or the reason why it cannot be read.
    /// - Returns: A token that cancels the read when released.
    func snapshot(
        of sources: [String], after place: SnapshotPlace?, until number: Int64, for user: UInt32,
        then: @escaping (Result<[StoredRecord], any Error>) -> Void
    ) -> AnyCancellable

    /// Reads a page of the changes after a number; `nil` if the log no longer reaches back to it.
    ///
    /// - Parameters:
    ///   - number: The number of the last change seen.
    ///   - bytes: The size of the data after which a page ends, which bounds the memory for a subscriber
    ///     that does not read.
    ///   - user: The user for whom the page is read.
    ///   - then: Called with the page, or the reason why it cannot be read.
    /// - Returns: A token that cancels the read when released.
    func changes(
        after number: Int64, bytes: Int, for user: UInt32,
        then: @escaping (Result<[Change]?, any Error>) -> Void
    ) -> AnyCancellable
}
