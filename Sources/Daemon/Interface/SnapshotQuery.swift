import Definitions
import Records
import Storing
import Subscribing

/// The query of GetSnapshot: the last known state, in pages. Pages without matching records are skipped.
nonisolated struct SnapshotQuery: PagedQuery {
    typealias Page = ReplyPage<SnapshotPlace>

    private let selector: Selector
    private let sources: [String]
    private let cursor: Cursor
    private let limit: Int
    private let isWhole: Bool
    private var place: SnapshotPlace?
    /// The number of records of all pages, for the first one; `nil` if it is not requested.
    var total: Int?

    /// Creates the query for a page.
    ///
    /// - Parameters:
    ///   - selector: The selector of records.
    ///   - sources: The sources that it matches, sorted.
    ///   - cursor: The end of the log when the call began.
    ///   - place: The end of the page before; `nil` for the first page.
    ///   - limit: The maximum number of records in a page.
    ///   - isWhole: Whether all pages are sent in one call.
    init(
        _ selector: Selector, _ sources: [String], at cursor: Cursor, after place: SnapshotPlace?, limit: Int,
        isWhole: Bool
    ) {
        self.selector = selector
        self.sources = sources
        self.cursor = cursor
        self.place = place
        self.limit = limit
        self.isWhole = isWhole
    }

    func continued(at place: SnapshotPlace) -> SnapshotQuery {
        var query = self
        query.place = place
        query.total = nil
        return query
    }

    mutating func advance(_ desk: QueryContext) throws -> Page? {
        let found = try desk.reader().snapshot(
            of: sources, after: place.map { ($0.source, $0.key) }, limit: limit)
        let wanted = found.filter { selector.matches($0.record) }
        let next = found.last.map { SnapshotPlace(source: $0.source, key: $0.record.key) }
        if wanted.isEmpty, let next {
            place = next
            return nil
        }
        return Page(reply: reply(wanted, next: isFull(found) || isWhole ? next : nil), next: next)
    }

    /// Whether the page ended at a limit, of the number of records or their size, so that more may follow.
    private func isFull(_ found: [StoredRecord]) -> Bool {
        found.count >= limit || found.reduce(0) { $0 + $1.record.data.count } >= StoreReader.pageBytes
    }

    private func reply(_ records: [StoredRecord], next: SnapshotPlace?) -> [UInt8] {
        var writer = JSONWriter(capacity: records.count * 400)
        writer.beginObject()
        writer.name("cursor")
        writer.string(cursor.description)
        writer.name("records")
        writer.beginArray()
        for stored in records { stored.write(to: &writer) }
        writer.endArray()
        if let next {
            writer.name("next")
            writer.string("\(next.source)/\(next.key)")
        }
        if let total {
            writer.name("total")
            writer.number(total)
        }
        writer.endObject()
        return writer.finish()
    }
}
