package import Records

/// The sources, records and changes that a subscriber requests.
///
/// The items of a list are alternatives. All members must match; a missing member matches everything.
///
/// Source: io.almanac.varlink, type Selector.
package nonisolated struct Selector: Sendable {
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
    /// The selector as canonical JSON, with the elements of each list in the order of their bytes, each once;
    /// `nil` if it matches everything.
    package private(set) var text: [UInt8]?

    /// Creates a selector that matches everything.
    package init() {}

    /// Reads a selector.
    ///
    /// - Parameter json: The selector as the interface defines it; `nil` and null match everything.
    /// - Throws: At a member that is unknown or of the wrong type.
    package init(_ json: JSON?) throws(SelectorError) {
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
        text = Selector.text(of: (json?.object ?? []).filter { !$0.value.isNull })
    }

    /// Returns the one text of all selectors with these members: the order and the repetition of the elements
    /// of a list mean nothing.
    private static func text(of members: [JSON.Member]) -> [UInt8]? {
        guard !members.isEmpty else { return nil }
        let normalized = members.map { member in
            guard let texts = member.value.array?.compactMap(\.string) else { return member }
            return JSON.Member(member.name, .array(texts.distinct.map(JSON.string)))
        }
        return JSON.object(normalized).canonicalBytes
    }

    /// The fields that the conditions name, with the index of the condition, in order.
    package var tested: [(condition: Int, field: FieldPath)] {
        (conditions ?? []).enumerated().flatMap { index, condition in condition.fields.map { (index, $0) } }
    }

    /// The pointers to the members whose changes are reported; empty for all.
    package var reported: [FieldPath] { (fields ?? []).map { FieldPath($0) } }

    /// The keys of the only records that the selector can match, sorted by their bytes; `nil` if it names none
    /// or has patterns.
    package var exactKeys: [String]? {
        guard let keys else { return nil }
        let texts = keys.compactMap(\.literal)
        return texts.count == keys.count ? texts.distinct : nil
    }

    /// Whether the selector matches all sources.
    package var isOfAllSources: Bool { sources == nil && kinds == nil && tags == nil }

    /// Whether the selector matches all records of the sources that it matches.
    package var isOfAllRecords: Bool { keys == nil && conditions == nil && circle == nil }

    /// Whether the selector matches a source.
    package func matches(_ definition: Definition) -> Bool {
        (sources?.contains { $0.matches(definition.name.text) } ?? true)
            && (kinds?.contains(definition.kind.rawValue) ?? true)
            && (tags.map { wanted in definition.tags.contains { wanted.contains($0) } } ?? true)
    }

    /// Whether the selector matches a source of which only the name is known.
    package func matches(name: String) -> Bool {
        (sources?.contains { $0.matches(name) } ?? true) && kinds == nil && tags == nil
    }

    /// Whether the selector matches a source whose definition cannot be used; without a kind that could be
    /// read, the source may be of any kind and have any tags.
    package func matches(_ fault: Catalogue.Fault) -> Bool {
        guard sources?.contains(where: { $0.matches(fault.name?.text ?? "") }) ?? true else { return false }
        guard let kind = fault.kind else { return true }
        let own = fault.options.words(in: "Source", named: "Tags")
        return (kinds?.contains(kind.rawValue) ?? true)
            && (tags.map { wanted in own.contains { wanted.contains($0) } } ?? true)
    }

    /// Whether the selector matches records with this key, in a source that it matches.
    package func matches(key: String) -> Bool { keys?.contains { $0.matches(key) } ?? true }

    /// Whether the selector matches a record, in a source that it matches.
    package func matches(_ record: Record) -> Bool {
        matches(key: record.key) && holds(for: record.data)
            && covers(record.position, record.data)
    }

    /// Whether the selector matches a change, in a source that it matches.
    ///
    /// A record that leaves the set by a change is reported one last time, as changed, with its new data. The
    /// removal of a record that the selector matched is reported.
    package func matches(_ change: Change) -> Bool {
        guard matches(key: change.key) else { return false }
        guard let data = change.data else { return matched(removal: change) }
        guard holds(for: data) && covers(change.position, data) || matched(change, data: data) else {
            return false
        }
        return touches(change)
    }

    /// Whether the selector matched the record before a change.
    private func matched(_ change: Change, data: [UInt8]) -> Bool {
        guard change.previous != nil || change.previousPosition != nil else { return false }
        let place = change.previousPosition ?? change.position
        guard let previous = change.previous else { return covers(place, data) }
        guard circle != nil || conditions != nil else { return true }
        // Stored data are always JSON.
        guard let now = try? JSON(parsing: data), let was = try? JSON(parsing: previous) else { return false }
        let before = now.patched(with: was)
        return holds(for: before) && (circle == nil || covers(place, before.bytes))
    }

    /// Whether the selector matched a record before it was removed.
    private func matched(removal change: Change) -> Bool {
        // The log no longer has its data: the client ignores the removal of a record that it never received.
        guard let former = change.former else { return true }
        return holds(for: former) && covers(change.previousPosition, former)
    }

    /// Whether all conditions hold for a record's data.
    private func holds(for data: [UInt8]) -> Bool {
        guard conditions != nil else { return true }
        // Stored data are always JSON; if they were not, no condition could hold.
        guard let json = try? JSON(parsing: data) else { return false }
        return holds(for: json)
    }

    private func holds(for data: JSON) -> Bool { conditions?.allSatisfy { $0.holds(for: data) } ?? true }

    /// Whether the circle touches the area of a record, or without one contains its position.
    private func covers(_ position: Position?, _ data: [UInt8]) -> Bool {
        guard let circle else { return true }
        let distance =
            GeoArea(ofRecord: data)?.distance(from: circle.centre) ?? position?.distance(to: circle.centre)
        return distance.map { $0 <= circle.radius } ?? false
    }

    /// Whether a change affects one of the requested fields.
    private func touches(_ change: Change) -> Bool {
        guard let fields, let patch = change.patch else { return true }
        // Stored data are always JSON; reporting the change is better than losing it.
        guard let json = try? JSON(parsing: patch) else { return true }
        return MergePatch.paths(of: json).contains { path in
            fields.contains { Selector.meets($0, path: path) }
        }
    }

    /// Whether a pointer refers to a leaf, one of its ancestors or one of its descendants.
    private static func meets(_ field: String, path: String) -> Bool {
        func begins(_ long: String, with short: String) -> Bool {
            long.utf8.starts(with: short.utf8)
                && (long.utf8.count == short.utf8.count
                    || long.utf8.dropFirst(short.utf8.count).first == .slash)
        }
        return begins(path, with: field) || begins(field, with: path)
    }
}

/// Selectors are compared by their text, from which everything else derives.
nonisolated extension Selector: Hashable {
    package static func == (one: Selector, other: Selector) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { text?.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
