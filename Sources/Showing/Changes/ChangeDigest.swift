public import AlmanacValues
public import Records

/// The differences between an earlier state of records and the present one: the newest state of each record that
/// changed, by source.
public struct ChangeDigest: Sendable {
    /// A record that changed.
    public struct Entry: Sendable {
        /// The change from the earlier state to the newest one, with the moment of the last change.
        public let event: Event
        /// The number of changes that it stands for.
        public let count: Int
        /// Whether earlier changes may be missing, so that the state at the beginning of the period is unknown.
        let isCut: Bool
        /// The title of the record, or else its key.
        let name: String

        /// Whether the change has no difference: after several changes, the record is as it was before them.
        var isWithoutDifference: Bool { event.kind == .changed && event.patch?.object?.isEmpty ?? false }

        /// The change as JSON, with the number of changes, and `cut` if earlier ones may be missing.
        public var json: JSON {
            let own = [JSON.Member("changes", .int(count))] + (isCut ? [JSON.Member("cut", true)] : [])
            return .object((event.json.object ?? []) + own)
        }
    }

    /// The records of a source that changed.
    public struct Group: Sendable {
        /// The name of the source.
        public let source: String
        /// The records: warnings before others, the most severe first; of these, the last changed first, and
        /// the removed ones last.
        public let entries: [Entry]

        /// Returns the number of records with a kind of change.
        public func count(_ kind: Event.Kind) -> Int { entries.count { $0.event.kind == kind } }
    }

    /// The changes of a record: the newest one and the oldest one.
    fileprivate struct Span: Sendable {
        let newest: Event
        var oldest: Event
        var count = 1
        var title: String?
    }

    private var spans: [Span] = []
    /// The indices of the spans, by source and key.
    private var places: [String: [ByteKey: Int]] = [:]

    /// The reasons why changes are missing.
    public var gaps = LogGaps()
    /// Whether all changes since the beginning of the period were added, as far as the log has them.
    public var isWhole = true

    /// Makes a digest without changes.
    public init() {}

    /// Whether nothing changed.
    public var isEmpty: Bool { spans.isEmpty }

    /// Adds changes that precede those before, newest first.
    public mutating func add(_ changes: [Event]) {
        for change in changes { add(change) }
    }

    private mutating func add(_ change: Event) {
        guard let item = change.item else { return }
        let key = ByteKey(item.key)
        if let place = places[item.source]?[key] {
            spans[place].oldest = change
            spans[place].count += 1
            spans[place].title = spans[place].title ?? item.title
        } else {
            places[item.source, default: [:]][key] = spans.count
            spans.append(Span(newest: change, oldest: change, title: item.title))
        }
    }

    /// The sources with changes: those with the most severe warnings first, of these the last changed first.
    public var groups: [Group] {
        var order: [String] = []
        var entries: [String: [Entry]] = [:]
        for span in spans {
            guard let entry = entry(of: span), let source = span.newest.source else { continue }
            if entries[source] == nil { order.append(source) }
            entries[source, default: []].append(entry)
        }
        let groups = order.map { Group(source: $0, entries: ordered(entries[$0] ?? [])) }
        return stable(groups) { $0.entries.map(\.rank).max() ?? 0 }
    }

    /// Returns the entry of a record; `nil` if its newest change is none of a record.
    private func entry(of span: Span) -> Entry? {
        guard let item = span.newest.item else { return nil }
        let isKnown = isWhole && gaps.areAllKnown(of: item.source, key: item.key)
        return Entry(event: span.net, count: span.count, isCut: !isKnown, name: span.title ?? item.name)
    }

    private func ordered(_ entries: [Entry]) -> [Entry] { stable(entries) { $0.rank } }

    /// Returns elements with the greatest rank first; those of one rank keep their order.
    private func stable<Element>(_ elements: [Element], by rank: (Element) -> Int) -> [Element] {
        let ranked = elements.enumerated().map { (rank: rank($1), place: $0, element: $1) }
        return ranked.sorted { $0.rank == $1.rank ? $0.place < $1.place : $0.rank > $1.rank }.map(\.element)
    }
}

extension ChangeDigest.Entry {
    /// The rank in a list: removed records last, other records, then warnings by their severity.
    fileprivate var rank: Int {
        guard event.kind != .removed, let item = event.item else { return -1 }
        return Warning(item).map { 1 + $0.severity.rawValue } ?? 0
    }
}

extension ChangeDigest.Span {
    /// The change from the state before the oldest change to the one after the newest.
    fileprivate var net: Event {
        guard count > 1 else { return newest }
        switch (oldest.kind, newest.kind) {
        case (_, .removed): return newest
        case (.added, _): return changed(to: .added)
        case (.changed, _): return compared ?? changed(to: .changed)
        // The record was removed and added again; what it was before is not known.
        default: return changed(to: .changed)
        }
    }

    private var compared: Event? {
        guard let now = newest.item?.data, let later = oldest.item?.data, let was = oldest.previous else {
            return nil
        }
        let difference = MergePatch(from: later.patched(with: was), to: now)
        return changed(to: .changed, difference)
    }

    /// Returns the newest change with another kind and another difference; without one, with none.
    private func changed(to kind: Event.Kind, _ difference: MergePatch? = nil) -> Event {
        let own = ["event", "patch", "previous", "paths"]
        var members = (newest.json.object ?? []).filter { !own.contains($0.name) }
        members.insert(JSON.Member("event", .string(kind.rawValue)), at: 0)
        if let difference {
            members.append(JSON.Member("patch", difference.patch))
            members.append(JSON.Member("previous", difference.previous))
            members.append(JSON.Member("paths", .array(difference.paths.map(JSON.string))))
        }
        // Only known members differ, so that it parses like the original.
        return Event(.object(members)) ?? newest
    }
}
