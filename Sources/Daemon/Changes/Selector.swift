import Decoding
import Records

/// Which sources, records and changes somebody wants.
///
/// Lists are alternatives, members must all hold, what is left out does not restrict.
///
/// Source: io.almanac.varlink, type Selector.
nonisolated struct Selector: Sendable {
    /// A circle on the Earth, its radius in metres.
    struct Circle: Sendable {
        let centre: Position
        let radius: Double
    }

    private(set) var sources: [Glob]?
    private(set) var kinds: [String]?
    private(set) var tags: [String]?
    private(set) var keys: [Glob]?
    private(set) var fields: [String]?
    private(set) var conditions: [Condition]?
    private(set) var circle: Circle?
    /// What it was read from, canonical JSON; `nil` when it wants everything.
    private(set) var text: [UInt8]?

    /// The selector that wants everything.
    init() {}

    /// Reads a selector.
    ///
    /// - Parameter json: An object by the interface; `nil` and null want everything.
    /// - Throws: At a member that is unknown or of the wrong type.
    init(_ json: JSON?) throws(SelectorError) {
        for member in json?.object ?? [] where !member.value.isNull {
            let reader = SelectorReader(member)
            switch member.name {
            case "sources": sources = try reader.texts().map { Glob($0) }
            case "kinds": kinds = try reader.texts()
            case "tags": tags = try reader.texts()
            case "keys": keys = try reader.texts().map { Glob($0) }
            case "fields": fields = try reader.pointers()
            case "where": conditions = try reader.conditions()
            case "near": circle = try reader.circle()
            default: throw reader.error("is not part of a selector")
            }
        }
        let members = (json?.object ?? []).filter { !$0.value.isNull }
        text = members.isEmpty ? nil : JSON.object(members).canonicalBytes
    }

    /// Whether it wants something of every source.
    var isOfAllSources: Bool { sources == nil && kinds == nil && tags == nil }

    /// Whether it wants anything of a source.
    func matches(_ definition: Definition) -> Bool {
        (sources?.contains { $0.matches(definition.name.text) } ?? true)
            && (kinds?.contains(definition.kind.rawValue) ?? true)
            && (tags.map { wanted in definition.tags.contains { wanted.contains($0) } } ?? true)
    }

    /// Whether it wants anything of a source of which no more than the name is known.
    func matches(name: String) -> Bool {
        (sources?.contains { $0.matches(name) } ?? true) && kinds == nil && tags == nil
    }

    /// Whether it wants the record of that key, in a source that it wants.
    func matches(key: String) -> Bool { keys?.contains { $0.matches(key) } ?? true }

    /// Whether it wants a record, in a source that it wants.
    func matches(_ record: Record) -> Bool {
        matches(key: record.key) && holds(for: record.data) && covers(record.position)
    }

    /// Whether it wants a change, in a source that it wants.
    ///
    /// A record that leaves the set by its change is told once more, as changed, with what it has become; a
    /// removal is told whenever the key fits and the record was in the circle, because what else it was is not
    /// at hand.
    func matches(_ change: Change) -> Bool {
        guard matches(key: change.key) else { return false }
        guard let data = change.data else { return covers(change.previousPosition) }
        guard holds(for: data) && covers(change.position) || matched(change, data) else { return false }
        return touches(change)
    }

    /// Whether it wanted the record before a change.
    private func matched(_ change: Change, _ data: [UInt8]) -> Bool {
        guard change.previous != nil || change.previousPosition != nil else { return false }
        return covers(change.previousPosition ?? change.position)
            && change.previous.map { holds(for: data, before: $0) } ?? true
    }

    /// Whether all conditions hold for a record's data.
    private func holds(for data: [UInt8]) -> Bool {
        guard let conditions else { return true }
        // Data of ours are JSON; were they not, no condition could hold.
        guard let json = try? JSON(parsing: data) else { return false }
        return conditions.allSatisfy { $0.holds(for: json) }
    }

    /// Whether all conditions held before a change.
    private func holds(for data: [UInt8], before previous: [UInt8]) -> Bool {
        // As above.
        guard let now = try? JSON(parsing: data), let was = try? JSON(parsing: previous) else { return false }
        return conditions?.allSatisfy { $0.holds(for: now.patched(with: was)) } ?? true
    }

    private func covers(_ position: Position?) -> Bool {
        guard let circle else { return true }
        return position.map { $0.distance(to: circle.centre) <= circle.radius } ?? false
    }

    /// Whether a change is in one of the fields wanted.
    private func touches(_ change: Change) -> Bool {
        guard let fields, let patch = change.patch else { return true }
        // As above; the change would better be told than lost.
        guard let json = try? JSON(parsing: patch) else { return true }
        return MergePatch.paths(of: json).contains { path in fields.contains { Selector.meets($0, path) } }
    }

    /// Whether a pointer names a leaf, what lies above it, or what lies below it.
    private static func meets(_ field: String, _ path: String) -> Bool {
        func begins(_ long: String, _ short: String) -> Bool {
            long.utf8.starts(with: short.utf8)
                && (long.utf8.count == short.utf8.count
                    || long.utf8.dropFirst(short.utf8.count).first == 0x2F)
        }
        return begins(path, field) || begins(field, path)
    }
}

/// All the rest follows from the text.
nonisolated extension Selector: Hashable {
    static func == (one: Selector, other: Selector) -> Bool { one.text == other.text }

    func hash(into hasher: inout Hasher) { text?.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
