import Records
import Storing

/// The query of GetHistory: earlier states of records, newest first, in pages.
nonisolated struct HistoryQuery: Query {
    /// A page.
    struct Page: Sendable {
        /// The reply, a JSON object.
        let reply: [UInt8]
        /// The end of the page, for `before`; `nil` if it is the last.
        let next: Int64?
    }

    /// The maximum number of changes to examine in a slice, which takes about 5 ms.
    private static let looks = 500

    private let source: String
    private let key: String?
    private let since: UTC?
    private let until: UTC?
    private let limit: Int
    private var number: Int64?
    private var found: [Change] = []

    /// Creates the query for a page.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The record; `nil` for all.
    ///   - since: The earliest time of commit; `nil` for any.
    ///   - until: The time of commit that changes must precede; `nil` for any.
    ///   - number: The end of the page before; `nil` for the first page.
    ///   - limit: The maximum number of changes in a page.
    init(of source: String, key: String?, since: UTC?, until: UTC?, before number: Int64?, limit: Int) {
        self.source = source
        self.key = key
        self.since = since
        self.until = until
        self.number = number
        self.limit = limit
    }

    /// Returns the query for the page before a change.
    func before(_ number: Int64) -> HistoryQuery {
        HistoryQuery(of: source, key: key, since: since, until: until, before: number, limit: limit)
    }

    mutating func advance(_ desk: QueryContext) throws -> Page? {
        let page = try desk.reader().historyPage(
            of: source, key: key, since: since, until: until, before: number, limit: limit - found.count,
            looks: Self.looks)
        found += page.found
        if found.count < limit, let next = page.next {
            number = next
            return nil
        }
        let reply = JSON.members([
            "records": .array(found.compactMap(\.recordJSON)), "next": page.next.map { .string(String($0)) },
        ])
        return Page(reply: reply.bytes, next: page.next)
    }
}

nonisolated extension Change {
    /// The record as a change left it; `nil` for a removal.
    fileprivate var recordJSON: JSON? {
        guard let data, let json = try? JSON(parsing: data) else { return nil }
        return .members([
            "source": .string(source), "key": .string(key), "title": title.map(JSON.string),
            "generation": .int(generation), "realtimeUSec": .int(at.microseconds),
            "latitude": (position?.latitude).map(JSON.double),
            "longitude": (position?.longitude).map(JSON.double), "data": json,
        ])
    }
}
