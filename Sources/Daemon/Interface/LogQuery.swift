import Definitions
import Records
import Storing

/// The query of GetChanges: the changes of several sources, newest first, in pages.
nonisolated struct LogQuery: PagedQuery {
    /// A page, and the number of its oldest change.
    typealias Page = ReplyPage<Int64>

    /// The sources whose changes are requested.
    struct Scope: Sendable {
        /// The selector.
        let selector: Selector
        /// The names of all sources that there are.
        let present: Set<String>
        /// The sources that the selector matches, each with the moment at which the history that it shows
        /// begins; `nil` if only the log limits it.
        let wanted: [String: UTC?]

        /// Whether the selector matches a source; one that was removed is matched by its name alone.
        func contains(_ source: String) -> Bool {
            wanted[source] != nil || !present.contains(source) && selector.matches(name: source)
        }

        /// The moment at which the history that a source shows begins; `nil` if only the log limits it.
        func oldest(of source: String) -> UTC? { wanted[source] ?? nil }
    }

    /// The beginning of the period.
    enum Start: Sendable {
        /// The beginning of the log.
        case all
        /// The change of a cursor.
        case cursor(Cursor)
        /// A moment.
        case moment(UTC)
    }

    /// The maximum number of changes to examine in a slice, and of wanted ones to read, which take some
    /// milliseconds.
    private static let (looks, reads) = (5000, 500)

    private let scope: Scope
    private let start: Start
    private let end: Cursor
    private let limit: Int
    private let runs: Runs
    /// The number before which the next slice begins.
    private var number: Int64
    /// Whether the first page is being made, which says how far the log reaches.
    private var isFirst: Bool
    private var found: [Change] = []
    private var size = 0
    private var unknown: [String: PastGap] = [:]

    /// Creates the query for a page.
    ///
    /// - Parameters:
    ///   - scope: The sources.
    ///   - start: The beginning of the period.
    ///   - end: The end of the log when the call began.
    ///   - number: The end of the page before; `nil` for the first page.
    ///   - limit: The maximum number of changes in a page.
    ///   - runs: The runs that the cursors of changes refer to.
    init(_ scope: Scope, from start: Start, to end: Cursor, before number: Int64?, limit: Int, runs: Runs) {
        self.scope = scope
        self.start = start
        self.end = end
        self.limit = limit
        self.runs = runs
        self.number = number ?? end.number + 1
        isFirst = number == nil
    }

    func continued(at number: Int64) -> LogQuery {
        LogQuery(scope, from: start, to: end, before: number, limit: limit, runs: runs)
    }

    mutating func advance(_ desk: QueryContext) throws -> Page? {
        let reader = try desk.reader()
        let since = moment
        let part = try reader.log(
            before: number, after: try place(reader) ?? 0, limit: min(limit - found.count, Self.reads),
            looks: Self.looks, bytes: StoreReader.pageBytes - size
        ) { source, at in since.map { at >= $0 } ?? true && scope.contains(source) }
        for change in part.changes { try add(change, reader) }
        guard let next = part.next else { return try page(next: nil, reader) }
        number = next
        return found.count >= limit || size >= StoreReader.pageBytes ? try page(next: next, reader) : nil
    }

    /// The moment at which the period begins; `nil` if it begins elsewhere.
    private var moment: UTC? { if case .moment(let moment) = start { moment } else { nil } }

    /// Returns the number of the change after which the period begins; `nil` if the log does not reach back to
    /// it.
    private func place(_ reader: StoreReader) throws -> Int64? {
        if case .cursor(let cursor) = start { return try reader.number(of: cursor) }
        guard let beginning = try reader.beginning(), beginning.number > 1 else { return 0 }
        // Changes of the same moment as the oldest one may be lost.
        return moment.map { beginning.at < $0 } ?? false ? 0 : nil
    }

    private mutating func add(_ change: Change, _ reader: StoreReader) throws {
        let source = change.source
        if change.isTrimmed {
            guard unknown[source] == nil else { return }
            return unknown[source] = PastGap(source, .log, from: try reader.reach(of: source))
        }
        if let oldest = scope.oldest(of: source), change.at < oldest {
            return unknown[source] = unknown[source] ?? PastGap(source, .history, from: oldest)
        }
        guard scope.selector.matches(change) else { return }
        found.append(change)
        size += change.size
    }

    private func page(next: Int64?, _ reader: StoreReader) throws -> Page {
        // Between the first page and the last one, the log may have lost changes.
        let isFirstOrLast = isFirst || next == nil
        let isCut = try isFirstOrLast && place(reader) == nil
        let from = isFirstOrLast ? try reader.beginning()?.at : nil
        var writer = JSONWriter(capacity: size + found.count * 300 + 200)
        writer.beginObject()
        writer.name("changes")
        writer.beginArray()
        for change in found { writer.value(change.json(at: runs.cursor(of: change.number))) }
        writer.endArray()
        writer.name("cursor")
        writer.string(end.description)
        if let next {
            writer.name("next")
            writer.string("\(end)/\(next)")
        }
        if isCut {
            writer.name("cut")
            writer.value(true)
        }
        if let from {
            writer.name("fromUSec")
            writer.number(Int(from.microseconds))
        }
        write(to: &writer)
        writer.endObject()
        return Page(reply: writer.finish(), next: next)
    }

    /// Writes the sources of which changes are missing.
    private func write(to writer: inout JSONWriter) {
        guard !unknown.isEmpty else { return }
        writer.name("unknown")
        writer.beginArray()
        for gap in unknown.values.sorted(by: { $0.source.precedes($1.source) }) { gap.write(to: &writer) }
        writer.endArray()
    }
}
