import Records
import Storing

/// The query of GetHistory: earlier states of records, newest first, in pages.
nonisolated struct HistoryQuery: PagedQuery {
    /// A page, and the number of its oldest change.
    typealias Page = ReplyPage<Int64>

    /// The maximum number of changes to examine in a slice, which takes about 5 ms.
    private static let looks = 500

    private let source: String
    private let key: String?
    private let since: UTC?
    private let until: UTC?
    private let limit: Int
    /// The runs that the cursors of changes refer to; `nil` if only the records are requested.
    private let runs: Runs?
    private var number: Int64?
    private var found: [Change] = []
    /// The amount of data in these, in bytes, which ends a page as the limit does.
    private var size = 0
    /// The number of changes of all pages, for the first one; `nil` if it is not requested.
    var total: Int?

    /// Creates the query for a page.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The record; `nil` for all.
    ///   - since: The earliest time of commit; `nil` for any.
    ///   - until: The time of commit that changes must precede; `nil` for any.
    ///   - number: The end of the page before; `nil` for the first page.
    ///   - limit: The maximum number of changes in a page.
    ///   - runs: The runs that the cursors of changes refer to; `nil` to return only the records.
    init(
        of source: String, key: String?, since: UTC?, until: UTC?, before number: Int64?, limit: Int,
        runs: Runs?
    ) {
        self.source = source
        self.key = key
        self.since = since
        self.until = until
        self.number = number
        self.limit = limit
        self.runs = runs
    }

    func continued(at number: Int64) -> HistoryQuery {
        HistoryQuery(
            of: source, key: key, since: since, until: until, before: number, limit: limit, runs: runs)
    }

    mutating func advance(_ desk: QueryContext) throws -> Page? {
        let page = try desk.reader().historyPage(
            of: source, key: key, since: since, until: until, before: number, limit: limit - found.count,
            looks: Self.looks, bytes: min(ListPage.bytes, StoreReader.pageBytes - size))
        found += page.found
        size += page.found.reduce(0) { $0 + $1.size }
        if found.count < limit, size < StoreReader.pageBytes, let next = page.next {
            number = next
            return nil
        }
        let reply = JSON.members([
            "records": .array(runs == nil ? found.compactMap(\.recordJSON) : []),
            "changes": runs.map { runs in .array(found.map { $0.json(at: runs.cursor(of: $0.number)) }) },
            "next": page.next.map { .string(String($0)) }, "total": total.map { .int($0) },
            "cut": page.isCut ? .bool(true) : nil,
        ])
        return Page(reply: reply.bytes, next: page.next)
    }
}
