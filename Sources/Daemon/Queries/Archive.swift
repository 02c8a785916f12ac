import Reactive
import Records
import Storing
import Subscribing

/// Reads the store for subscribers; the reads are scheduled fairly with calls, see `QueryScheduler`.
struct Archive: ChangeArchive {
    private let queries: QueryScheduler

    init(_ queries: QueryScheduler) { self.queries = queries }

    /// The position of a cursor in the log.
    nonisolated struct LogPosition: Sendable {
        /// The number of the last change that the cursor's owner has seen; `nil` if the cursor is no longer
        /// usable.
        let number: Int64?
        /// The oldest usable cursor.
        let oldest: Cursor
        /// The sources that cannot be followed from the number on, as the log has dropped the content of
        /// changes after it, each with the cursor after the last such change.
        let trimmed: [(source: String, oldest: Cursor)]
    }

    func snapshot(
        of sources: [String], after place: SnapshotPlace?, until number: Int64, for user: UInt32,
        then: @escaping (Result<[StoredRecord], any Error>) -> Void
    ) -> AnyCancellable {
        let query = ReadQuery { desk in
            try desk.reader().snapshot(
                of: sources, after: place.map { ($0.source, $0.key) }, until: number, limit: 200)
        }
        return queries.run(query, for: user, in: .catchUp, then: then)
    }

    func changes(
        after number: Int64, bytes: Int, for user: UInt32,
        then: @escaping (Result<[Change]?, any Error>) -> Void
    ) -> AnyCancellable {
        let query = ReadQuery { try $0.reader().changes(after: number, limit: 500, bytes: bytes) }
        return queries.run(query, for: user, in: .catchUp, then: then)
    }

    /// Looks up the position of a cursor.
    ///
    /// - Returns: A token that cancels the read when released.
    func place(
        of cursor: Cursor, for user: UInt32, then: @escaping (Result<LogPosition, any Error>) -> Void
    ) -> AnyCancellable {
        let query = ReadQuery { desk in
            let reader = try desk.reader()
            let oldest = try reader.cursor(of: reader.bounds().oldest - 1)
            guard let number = try reader.number(of: cursor) else {
                return LogPosition(number: nil, oldest: oldest, trimmed: [])
            }
            let trimmed = try reader.trimmedSources(after: number).map {
                (source: $0.name, oldest: try reader.cursor(of: $0.last))
            }
            return LogPosition(number: number, oldest: oldest, trimmed: trimmed)
        }
        return queries.run(query, for: user, in: .catchUp, then: then)
    }
}
