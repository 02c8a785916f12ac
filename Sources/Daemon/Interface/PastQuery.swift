import Definitions
import Records
import Storing
import Subscribing

/// The query of GetSnapshot for a moment in the past, in pages.
nonisolated struct PastQuery: PagedQuery {
    typealias Page = ReplyPage<SnapshotPlace>

    /// A source whose records are requested.
    struct Target: Sendable {
        /// The name.
        let name: String
        /// The moment at which the history that the source shows begins; `nil` if only the log limits it.
        let oldest: UTC?
        /// Whether another almanac delivers the records: changes may be missing in the log then.
        let isMirrored: Bool
    }

    /// The maximum number of records to examine in a slice, of changes, and of changes of a source without
    /// records, which all take some milliseconds.
    private static let (mostKeys, mostChanges, mostLinks) = (200, 2000, 5000)

    /// A text after all keys of a source, which are valid UTF-8.
    private static let afterAll = "\u{10FFFF}"

    private let selector: Selector
    private let moment: UTC
    private let cursor: Cursor
    private let limit: Int
    private let targets: [Target]
    private var rest: ArraySlice<Target>
    private var key = ""
    /// The place up to which everything is in this page or earlier ones; `nil` at the beginning.
    private var last: SnapshotPlace?
    /// Whether the current source had a record, or it is said that this is unknown.
    private var isSeen = false
    /// The progress of the search for the beginning of a source without records; `nil` before.
    private var probe: Probe?
    private var found: [StoredRecord] = []
    private var unknown: [PastGap] = []
    private var size = 0

    private struct Probe {
        let number: Int64?
    }

    /// Creates the query for a page.
    ///
    /// - Parameters:
    ///   - selector: The selector of records.
    ///   - targets: The sources that it matches, sorted.
    ///   - moment: The moment.
    ///   - cursor: The end of the log when the call began.
    ///   - place: The end of the page before; `nil` for the first page.
    ///   - limit: The maximum number of records in a page.
    init(
        _ selector: Selector, _ targets: [Target], at moment: UTC, cursor: Cursor,
        after place: SnapshotPlace?,
        limit: Int
    ) {
        self.selector = selector
        self.targets = targets
        self.moment = moment
        self.cursor = cursor
        self.limit = limit
        rest = targets[...]
        guard let place else { return }
        rest = targets.drop { $0.name.precedes(place.source) }
        guard rest.first?.name == place.source else { return }
        key = place.key
        isSeen = true
    }

    func continued(at place: SnapshotPlace) -> PastQuery {
        PastQuery(selector, targets, at: moment, cursor: cursor, after: place, limit: limit)
    }

    mutating func advance(_ desk: QueryContext) throws -> Page? {
        guard let target = rest.first else { return page(next: nil) }
        let reader = try desk.reader()
        if let probe {
            try search(target, from: probe.number, reader)
        } else if let keys = selector.exactKeys {
            for key in keys where self.key.precedes(key) { try read(key, of: target, reader) }
            endSource()
        } else if key.isEmpty, let gap = try gap(target, reader) {
            add(gap)
            endSource()
        } else {
            try readPage(of: target, reader)
        }
        return isFull && last != nil ? page(next: last) : nil
    }

    private var isFull: Bool {
        found.count + unknown.count >= limit || size >= StoreReader.pageBytes
    }

    private mutating func endSource() {
        if isSeen { return startNext() }
        probe = Probe(number: nil)
    }

    private mutating func startNext() {
        if let target = rest.popFirst() { last = SnapshotPlace(source: target.name, key: Self.afterAll) }
        key = ""
        isSeen = false
        probe = nil
    }

    private mutating func add(_ gap: PastGap) {
        unknown.append(gap)
        isSeen = true
    }

    private mutating func add(_ record: StoredRecord) {
        isSeen = true
        guard selector.matches(record.record) else { return }
        found.append(record)
        size += record.record.data.count
    }

    /// Returns why the records of a source are not known; `nil` if they are.
    private func gap(_ target: Target, _ reader: StoreReader) throws -> PastGap? {
        if target.isMirrored { return PastGap(target.name, .mirrored, from: nil) }
        if let oldest = target.oldest, moment < oldest {
            return PastGap(target.name, .history, from: oldest)
        }
        guard let reach = try reader.reach(of: target.name) else {
            return PastGap(target.name, .source, from: nil)
        }
        return moment < reach ? PastGap(target.name, .log, from: reach) : nil
    }

    private mutating func readPage(of target: Target, _ reader: StoreReader) throws {
        let page = try reader.pastPage(
            of: target.name, after: key, at: moment, limit: min(Self.mostKeys, limit),
            looks: Self.mostChanges, bytes: ListPage.bytes)
        page.records.forEach { add($0) }
        for (key, from) in page.unknown where selector.matches(key: key) {
            add(PastGap(target.name, key: key, .log, from: from))
        }
        guard let next = page.next else { return endSource() }
        key = next
        last = SnapshotPlace(source: target.name, key: next)
    }

    /// Reads one record. One that has not changed since is known even if the log does not reach back.
    private mutating func read(_ key: String, of target: Target, _ reader: StoreReader) throws {
        let gap = try gap(target, reader)
        if let gap, gap.reason != .log {
            guard gap.reason == .mirrored, let record = try reader.record(target.name, key),
                record.at <= moment
            else { return add(PastGap(target.name, key: key, gap.reason, from: gap.from)) }
            return add(record)
        }
        switch try reader.record(key, of: target.name, at: moment) {
        case .present(let record): add(record)
        case .unknown(let from): add(PastGap(target.name, key: key, .log, from: from))
        case .absent: break
        }
    }

    /// Searches for a change of a source that had no record: it was empty only if almanac knew it.
    private mutating func search(_ target: Target, from number: Int64?, _ reader: StoreReader) throws {
        switch try reader.knows(target.name, at: moment, from: number, looks: Self.mostLinks) {
        case .searching(let number): probe = Probe(number: number)
        case .known: startNext()
        case .new(let since):
            unknown.append(PastGap(target.name, .source, from: since))
            startNext()
        }
    }

    private func page(next: SnapshotPlace?) -> Page {
        var writer = JSONWriter(capacity: size + found.count * 200 + 200)
        writer.beginObject()
        writer.name("cursor")
        writer.string(cursor.description)
        writer.name("records")
        writer.beginArray()
        for stored in found { stored.write(to: &writer) }
        writer.endArray()
        if let next {
            writer.name("next")
            writer.string("\(next.source)/\(next.key)")
        }
        writer.name("atUSec")
        writer.number(Int(moment.microseconds))
        if !unknown.isEmpty {
            writer.name("unknown")
            writer.beginArray()
            for gap in unknown { gap.write(to: &writer) }
            writer.endArray()
        }
        writer.endObject()
        return Page(reply: writer.finish(), next: next)
    }
}

/// A source or a record that is not known at a moment in the past.
///
/// Source: io.almanac.varlink, type Unknown.
nonisolated struct PastGap: Sendable {
    enum Reason: String, Sendable {
        case log, history, mirrored, source
    }

    let source: String
    let key: String?
    let reason: Reason
    let from: UTC?

    init(_ source: String, key: String? = nil, _ reason: Reason, from: UTC?) {
        self.source = source
        self.key = key
        self.reason = reason
        self.from = from
    }

    /// Writes the value as the interface sends it.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("source")
        writer.string(source)
        if let key {
            writer.name("key")
            writer.string(key)
        }
        writer.name("reason")
        writer.string(reason.rawValue)
        if let from {
            writer.name("fromUSec")
            writer.number(Int(from.microseconds))
        }
        writer.endObject()
    }
}
