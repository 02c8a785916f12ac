import AlmanacClient
import AlmanacValues
import Records
import WebPages

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

/// The nearest winds aloft of airports, each for a minute.
///
/// They are forgotten with any change of a source of winds, which may come nearer than the nearest.
final class KeptWinds {
    private static let mostAirports = 64

    /// The number of times that all were forgotten.
    private var times = 0
    private var airports: [String: (minute: Int64, winds: Neighbor?)] = [:]

    /// Returns the winds of an airport; `nil` if they are not kept, or not for this minute.
    func winds(of airport: String, minute: Int64) -> Neighbor?? {
        airports[airport].flatMap { $0.minute == minute ? .some($0.winds) : nil }
    }

    /// Begins to look for the winds of an airport.
    ///
    /// - Returns: A function that keeps what was found, unless all were forgotten meanwhile.
    func begin(_ airport: String, minute: Int64) -> (Neighbor?) -> Void {
        if airports.count >= KeptWinds.mostAirports { airports = [:] }
        let times = times
        return { [weak self] winds in
            guard let self, times == self.times else { return }
            airports[airport] = (minute, winds)
        }
    }

    /// Takes note of an event of a source of a kind; `nil` if the kind is unknown.
    func note(_ event: Event, kind: String?) {
        if kind == nil || kind == "winds" { forgetAll() }
    }

    /// Drops all winds, because changes were missed.
    func forgetAll() {
        airports = [:]
        times += 1
    }
}

/// The rows of the tables that were rendered last, for a minute each, because rows may contain the present
/// time.
final class KeptRows {
    /// A table in one form.
    struct Name: Hashable {
        let source: String
        let view: RecordsContent.View
        let preferences: Preferences
    }

    /// The maximum number of rows of a table.
    static let mostRows = 2_000
    private static let mostTables = 4

    private var tables: [Name: (minute: Int64, rows: RowCache)] = [:]

    /// Returns the rows of a table, none if it was not rendered in this minute.
    func rows(of name: Name, minute: Int64) -> RowCache {
        if let table = tables[name], table.minute == minute { return table.rows }
        if tables.count >= KeptRows.mostTables { tables = [:] }
        let rows = RowCache()
        tables[name] = (minute, rows)
        return rows
    }

    /// Takes note of an event: a source that is removed and added again begins with the same generations.
    func note(_ event: Event) {
        guard event.kind != .changed else { return }
        tables = tables.filter { $0.key.source != event.source }
    }

    /// Drops all rows, because changes were missed.
    func forgetAll() { tables = [:] }
}

extension Item {
    /// The memory that the record takes, in bytes, roughly.
    nonisolated var memory: Int { data.memory + key.utf8.count + (title?.utf8.count ?? 0) + 300 }
}

extension [Item] {
    /// The memory that the records take, in bytes, roughly.
    nonisolated var memory: Int { reduce(0) { $0 + $1.memory } }
}

extension JSON {
    /// The size of a value or of the name of a member without longer text.
    private nonisolated static let slot = 24

    /// The memory that the value takes, in bytes: short texts are kept in the value itself, others have a
    /// header.
    fileprivate nonisolated var memory: Int {
        switch self {
        case .null, .bool: JSON.slot
        case .number(let text), .string(let text): JSON.slot + JSON.memory(of: text)
        case .array(let elements): elements.reduce(JSON.slot + 32) { $0 + $1.memory }
        case .object(let members):
            members.reduce(JSON.slot + 32) { $0 + JSON.slot + JSON.memory(of: $1.name) + $1.value.memory }
        }
    }

    private nonisolated static func memory(of text: String) -> Int {
        text.utf8.count <= 15 ? 0 : text.utf8.count + 32
    }
}
