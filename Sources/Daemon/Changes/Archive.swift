import Records
import Storing
import Systemd

/// Reads the store for those who ask, between the jobs of the worker that writes.
///
/// Answers come in the order of the log: what a page shows was told to `Broadcast` before the page comes.
struct Archive {
    private let store: DataWorker<StoreDesk>

    init(_ store: DataWorker<StoreDesk>) { self.store = store }

    /// Where a page of a snapshot begins.
    nonisolated struct Place: Hashable, Sendable {
        let source: String
        let key: String
    }

    /// The next records by source and key, at most a page; none at the end.
    ///
    /// - Parameters:
    ///   - sources: Whose records, sorted.
    ///   - place: Where the page before ended.
    ///   - number: Records that changed after this are left out.
    ///   - limit: The most records.
    ///   - then: Told the page, or why it cannot be had.
    func snapshot(
        of sources: [String], after place: Place?, until number: Int64?, limit: Int = 200,
        then: @escaping (Result<[StoredRecord], any Error>) -> Void
    ) {
        store.run { desk in
            try desk.store.snapshot(
                of: sources, after: place.map { ($0.source, $0.key) }, until: number, limit: limit)
        } then: {
            then($0)
        }
    }

    /// The changes that follow a number, at most a page; `nil` when the log no longer reaches back to it.
    ///
    /// - Parameters:
    ///   - number: The last change that has been seen.
    ///   - limit: The most changes.
    ///   - bytes: The data after which no further change is taken: a reader that takes nothing costs so much.
    ///   - then: Told the page, or why it cannot be had.
    func changes(
        after number: Int64, limit: Int = 500, bytes: Int = 1 << 16,
        then: @escaping (Result<[Change]?, any Error>) -> Void
    ) {
        store.run {
            try $0.store.changes(after: number, limit: limit, bytes: bytes)
        } then: {
            then($0)
        }
    }

    /// The number that a cursor stands for, and the oldest that is accepted; `nil` when it is of no use.
    func number(of cursor: Cursor, then: @escaping (Result<(Int64?, oldest: Cursor), any Error>) -> Void) {
        store.run { desk in
            (
                try desk.store.number(of: cursor),
                Cursor(epoch: desk.store.epoch, number: desk.store.oldest - 1)
            )
        } then: {
            then($0.map { ($0.0, oldest: $0.1) })
        }
    }

    /// Anything else that is read.
    func read<T: Sendable>(
        _ job: @escaping @Sendable (StoreReader) throws -> T, then: @escaping (Result<T, any Error>) -> Void
    ) {
        store.run {
            try job($0.store)
        } then: {
            then($0)
        }
    }

    /// What is found by words or by place.
    func find<T: Sendable>(
        _ job: @escaping @Sendable (Finder) throws -> T, then: @escaping (Result<T, any Error>) -> Void
    ) {
        store.run {
            try job($0.finder)
        } then: {
            then($0)
        }
    }
}
