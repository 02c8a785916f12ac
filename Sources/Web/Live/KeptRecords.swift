import AlmanacClient
import AlmanacValues
import Records
import WebPages

/// The records that pages show again and again, and the rows of their tables: what the pages have of the
/// daemon's records beside its sources.
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
        /// The winds aloft nearest to an airport; any change of winds may come nearer.
        case winds(airport: String)
        /// The records of a kind: all, or those in a circle.
        case reports(kind: String, around: Selector.Circle?)
    }

    /// An answer of the daemon.
    enum Answer {
        /// Records in their order.
        case records([Item])
        /// The nearest record; `nil` if there is none.
        case nearest(Neighbor?)
    }

    /// The form of a table, which determines its rows beside the records.
    struct Form: Hashable {
        let view: RecordsContent.View
        let preferences: Preferences
    }

    private struct Place: Hashable {
        let source: String
        let key: String
    }

    private final class Entry {
        let minute: Int64
        /// The answer; `nil` while it is awaited, and if it is too large to be kept.
        var answer: Answer?
        /// The memory of the records when they were loaded, in bytes.
        var memory = 0
        /// The indices of the records.
        var places: [Place: Int] = [:]
        /// The rows of the last rendering, by form. A row belongs to a generation of its record.
        var rows: [Form: RowCache] = [:]
        /// The sections of the last rendering, by form, likewise.
        var sections: [Preferences: SectionCache] = [:]
        /// The parts of the last answer in the form of another service, likewise.
        var parts = AWCParts(isKept: true)

        init(minute: Int64) { self.minute = minute }

        /// Makes an entry with what is known of the records of another one that have not changed.
        init(minute: Int64, after other: Entry?) {
            self.minute = minute
            guard let other else { return }
            rows = other.rows
            sections = other.sections
            parts = other.parts
        }

        /// The number of records.
        var count: Int { if case .records(let items)? = answer { items.count } else { 0 } }
    }

    private static let mostEntries = 64
    /// The maximum number of records of an entry, and of a fourth of all.
    private static let mostRecords = 5_000
    /// The maximum memory of all records, in bytes.
    private static let mostMemory = 16 << 20
    /// The maximum number of rows of a table that are kept.
    static let mostRows = 2_000
    /// The maximum number of tables whose rows are kept.
    private static let mostTables = 4
    /// The maximum number of forms in which the sections of a page are kept.
    private static let mostForms = 4

    private var entries: [Name: Entry] = [:]

    /// Returns an answer; `nil` if it is not kept, or not for this minute.
    func answer(_ name: Name, minute: Int64) -> Answer? { entry(name, minute: minute)?.answer }

    /// Starts to load records.
    ///
    /// - Returns: A function that keeps the answer, unless it has changed meanwhile.
    func startLoading(_ name: Name, minute: Int64) -> (Answer) -> Void {
        let entry = Entry(minute: minute, after: entry(name, minute: minute))
        makeRoom(minute: minute)
        entries[name] = entry
        return { [weak self] answer in
            guard let self, entries[name] === entry else { return }
            keep(answer, in: entry, isHistory: name.isHistory)
        }
    }

    /// Returns the rows of a table whose records were loaded in this minute; none of any other.
    func rows(of source: String, in form: Form, minute: Int64) -> RowCache {
        guard let entry = entry(.table(source: source), minute: minute) else { return RowCache() }
        if let rows = entry.rows[form] { return rows }
        if entries.values.reduce(0, { $0 + $1.rows.count }) >= Self.mostTables {
            for entry in entries.values { entry.rows = [:] }
        }
        let rows = RowCache()
        entry.rows[form] = rows
        return rows
    }

    /// Returns the sections of the page of an airport whose records were loaded in this minute; none of any
    /// other.
    func sections(of airport: String, in form: Preferences, minute: Int64) -> SectionCache {
        guard let entry = entry(.airport(airport), minute: minute) else { return SectionCache() }
        if let sections = entry.sections[form] { return sections }
        if entry.sections.count >= Self.mostForms { entry.sections = [:] }
        let sections = SectionCache()
        entry.sections[form] = sections
        return sections
    }

    /// Returns the parts of the last answer with records that were loaded in this minute; none of any other.
    func parts(of name: Name, minute: Int64) -> AWCParts { entry(name, minute: minute)?.parts ?? AWCParts() }

    /// Applies an event about a source of a kind; `nil` if the kind is unknown.
    func apply(_ event: Event, kind: String?) {
        guard let source = event.source else { return }
        for (name, entry) in entries where name.contains(event, of: source, kind: kind) {
            if event.kind == .changed, replace(event, in: entry, name) { continue }
            // The rows of the other records are still those of their generations.
            entries[name] = event.kind == .changed ? Entry(minute: entry.minute, after: entry) : nil
        }
    }

    /// Drops everything, because changes were missed.
    func forgetAll() { entries = [:] }

    private func entry(_ name: Name, minute: Int64) -> Entry? {
        entries[name].flatMap { $0.minute == minute ? $0 : nil }
    }

    private func keep(_ answer: Answer, in entry: Entry, isHistory: Bool) {
        guard case .records(let items) = answer else { return entry.answer = answer }
        guard items.count <= KeptRecords.mostRecords else { return }
        let memory = items.memory
        guard self.memory + memory <= KeptRecords.mostMemory else { return }
        entry.answer = answer
        entry.memory = memory
        guard !isHistory else { return }
        for (index, item) in items.enumerated() {
            entry.places[Place(source: item.source, key: item.key)] = index
        }
    }

    /// Replaces the record of a change; returns `false` if all must be loaded again.
    private func replace(_ event: Event, in entry: Entry, _ name: Name) -> Bool {
        guard let item = event.item, case .records(var items)? = entry.answer else { return false }
        // The array has one owner again, and is changed in place.
        entry.answer = nil
        if name.isHistory {
            items.insert(item, at: 0)
        } else {
            guard let index = entry.places[Place(source: item.source, key: item.key)] else { return false }
            items[index] = item
        }
        entry.answer = .records(items)
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
            || entries.values.reduce(0) { $0 + $1.count } > 3 * KeptRecords.mostRecords
    }
}

extension KeptRecords.Name {
    /// Whether these are versions of a record, to which a change adds one.
    fileprivate var isHistory: Bool { if case .versions = self { true } else { false } }

    /// Whether an event concerns these. The state of a source does not, but a source that is removed and
    /// added again begins with the same generations.
    fileprivate func contains(_ event: Event, of source: String, kind: String?) -> Bool {
        switch self {
        case .winds: kind == nil || kind == "winds"
        case .table(let own): own == source && (event.kind != .source || event.runtime == nil)
        case .airport(let airport): event.item?.key == airport
        case .versions(let own, let key): own == source && event.item?.key == key
        case .reports(let own, let circle):
            (kind ?? own) == own && (event.kind != .source || event.runtime == nil)
                && circle?.excludes(event.item) != true
        }
    }
}

extension Selector.Circle {
    /// Whether a record is known to be outside.
    fileprivate func excludes(_ item: Item?) -> Bool {
        item?.position.map { centre.distance(to: $0) > radius } ?? false
    }
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
