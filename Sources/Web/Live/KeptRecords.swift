import AlmanacClient
import AlmanacValues
import Records

/// The records of pages that are asked for again and again.
///
/// The daemon sends them once; then each change replaces its record, so that a page after a change costs no
/// transfer of all records. All are requested again when a record is added or removed, which changes the
/// order, and after a minute, because a document may change only its order.
final class KeptRecords {
    /// Records that belong together.
    enum Name: Hashable {
        /// All records of a source, in the order of its document.
        case table(source: String)
        /// The records of an airport.
        case airport(String)
        /// The versions of a record, newest first.
        case versions(source: String, key: String)
    }

    private struct Place: Hashable {
        let source: String
        let key: String
    }

    private final class Entry {
        let minute: Int64
        var items: [Item]?
        /// The memory of the records when they were loaded, in bytes.
        var memory = 0
        /// The indices of the records.
        var places: [Place: Int] = [:]

        init(minute: Int64) { self.minute = minute }
    }

    private static let mostEntries = 64
    /// The maximum number of records of an entry, and of a fourth of all.
    private static let mostRecords = 5_000
    /// The maximum memory of all records, in bytes.
    private static let mostMemory = 16 << 20

    private var entries: [Name: Entry] = [:]

    /// Returns records; `nil` if they are not kept, or not for this minute.
    func records(_ name: Name, minute: Int64) -> [Item]? {
        guard let entry = entries[name], entry.minute == minute else { return nil }
        return entry.items
    }

    /// Begins to load records.
    ///
    /// - Returns: A function that keeps what was loaded, unless it has changed meanwhile.
    func begin(_ name: Name, minute: Int64) -> ([Item]) -> Void {
        let entry = Entry(minute: minute)
        makeRoom(minute: minute)
        entries[name] = entry
        return { [weak self] items in
            guard let self, entries[name] === entry, items.count <= KeptRecords.mostRecords else { return }
            let memory = items.memory
            guard self.memory + memory <= KeptRecords.mostMemory else { return }
            entry.items = items
            entry.memory = memory
            guard !name.isHistory else { return }
            for (index, item) in items.enumerated() {
                entry.places[Place(source: item.source, key: item.key)] = index
            }
        }
    }

    /// Takes note of a change of a source.
    func note(_ event: Event) {
        guard let source = event.source, event.kind != .source else { return }
        for (name, entry) in entries where name.contains(event, of: source) {
            if !replace(event, in: entry, name) { entries[name] = nil }
        }
    }

    /// Drops all records, because changes were missed.
    func forgetAll() { entries = [:] }

    /// Replaces the record of a change; returns `false` if all must be loaded again.
    private func replace(_ event: Event, in entry: Entry, _ name: Name) -> Bool {
        guard event.kind == .changed, let item = event.item, entry.items != nil else { return false }
        if name.isHistory {
            entry.items?.insert(item, at: 0)
            return true
        }
        guard let index = entry.places[Place(source: item.source, key: item.key)] else { return false }
        entry.items?[index] = item
        return true
    }

    private func makeRoom(minute: Int64) {
        guard isFull else { return }
        entries = entries.filter { $0.value.minute == minute }
        if isFull { entries = [:] }
    }

    private var memory: Int { entries.values.reduce(0) { $0 + $1.memory } }

    private var isFull: Bool {
        entries.count >= KeptRecords.mostEntries || memory > KeptRecords.mostMemory * 3 / 4
            || entries.values.reduce(0) { $0 + ($1.items?.count ?? 0) } > 3 * KeptRecords.mostRecords
    }
}

extension KeptRecords.Name {
    /// Whether these are versions of a record, to which a change adds one.
    fileprivate var isHistory: Bool { if case .versions = self { true } else { false } }

    /// Whether the record of a change is one of these.
    fileprivate func contains(_ event: Event, of source: String) -> Bool {
        switch self {
        case .table(let own): own == source
        case .airport(let airport): event.item?.key == airport
        case .versions(let own, let key): own == source && event.item?.key == key
        }
    }
}
