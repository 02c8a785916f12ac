import AlmanacClient
import AlmanacValues
import Records

/// The newest changes of all sources, without a gap, from those that changed last.
struct NewestChanges {
    /// The most changes, and the most sources that they are taken from.
    private let changes: Int
    private let sources: Int

    init(changes: Int, sources: Int) {
        self.changes = changes
        self.sources = sources
    }

    /// Passes the changes, newest first.
    func load(
        of all: [Source], _ calls: DaemonCalls, _ receive: @escaping (Result<[Event], AlmanacError>) -> Void
    ) {
        let changed = all.filter { $0.runtime.changed != nil }.sorted { left, right in
            NewestChanges.changed(left) > NewestChanges.changed(right)
        }
        let requests = changed.prefix(sources).map {
            Request<ChangePage>.changes(of: $0.name, limit: changes)
        }
        // Changes of the other sources lie between those that are older.
        let start = changed.dropFirst(sources).first.map(NewestChanges.changed) ?? .min
        calls.answers(to: Array(requests)) { [changes] result in
            receive(
                result.map { pages in
                    let known = pages.flatMap(\.changes).filter { $0.at.microseconds > start }
                    let newest = known.sorted { NewestChanges.number($0) > NewestChanges.number($1) }
                    return Array(newest.prefix(changes))
                })
        }
    }

    /// The time of a source's last change, in microseconds since 1970; 0 if it is unknown.
    private static func changed(_ source: Source) -> Int64 { source.runtime.changed?.microseconds ?? 0 }

    /// The number of a change in the log, which orders also the changes of one moment.
    private static func number(_ change: Event) -> Int64 { Cursor(change.cursor)?.number ?? 0 }
}
