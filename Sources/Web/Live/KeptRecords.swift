import AlmanacClient
import AlmanacValues
import Records
import Showing

/// The records of the sources whose tables are shown, in the order of their documents.
///
/// The daemon sends them once; then each change replaces its record, so that a page after a change costs no
/// transfer of all records. All are requested again when a record is added or removed, which changes the
/// order, and after a minute, because a document may change only its order.
final class KeptRecords {
    /// The maximum number of sources, and of records of each.
    private static let mostSources = 4
    private static let mostRecords = 5_000

    private final class Entry {
        let minute: Int64
        var items: [Item] = []
        /// The indices of the records by their keys.
        var places: [String: Int] = [:]

        init(minute: Int64) { self.minute = minute }
    }

    private var entries: [String: Entry] = [:]

    /// Returns the records of a source; `nil` if they are not kept, or not for this minute.
    func records(of source: String, minute: Int64) -> [Item]? {
        guard let entry = entries[source], entry.minute == minute, !entry.items.isEmpty else { return nil }
        return entry.items
    }

    /// Begins to load the records of a source.
    ///
    /// - Returns: A function that keeps what was loaded, unless it has changed meanwhile.
    func begin(_ source: String, minute: Int64) -> ([Item]) -> Void {
        let entry = Entry(minute: minute)
        if entries[source] == nil, entries.count >= KeptRecords.mostSources { entries = [:] }
        entries[source] = entry
        return { [weak self] items in
            guard let self, entries[source] === entry, items.count <= KeptRecords.mostRecords else { return }
            entry.items = items
            entry.places = Dictionary(items.enumerated().map { ($1.key, $0) }) { first, _ in first }
        }
    }

    /// Takes note of a change of a source.
    func note(_ event: Event) {
        guard let source = event.source, let entry = entries[source], event.kind != .source else { return }
        guard event.kind == .changed, let item = event.item, let place = entry.places[item.key] else {
            return entries[source] = nil
        }
        entry.items[place] = item
    }

    /// Drops the records of a source.
    func forget(_ source: String) { entries[source] = nil }

    /// Drops all records, because changes were missed.
    func forgetAll() { entries = [:] }
}
