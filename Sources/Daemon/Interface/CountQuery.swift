import Definitions
import Records
import Storing
import Subscribing

/// A query for the number of current records that a selector matches.
nonisolated struct CountQuery: Query {
    private let selector: Selector
    private let sources: [String]
    private var tally = Tally<SnapshotPlace>()

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - selector: The selector of records.
    ///   - sources: The sources that it matches, sorted.
    init(of selector: Selector, in sources: [String]) {
        self.selector = selector
        self.sources = sources
    }

    mutating func advance(_ desk: QueryContext) throws -> Int? {
        let found = try desk.reader().snapshot(
            of: sources, after: tally.place.map { ($0.source, $0.key) }, limit: 500)
        let next = found.last.map { SnapshotPlace(source: $0.source, key: $0.record.key) }
        return tally.add((found.count { selector.matches($0.record) }, next))
    }
}

/// A query for the number of changes of a history.
nonisolated struct HistoryCountQuery: Query {
    /// The maximum number of changes to examine in a slice, which takes some milliseconds.
    private static let looks = 2000

    private let source: String
    private let key: String?
    private let since: UTC?
    private let until: UTC?
    private var tally = Tally<Int64>()

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The record; `nil` for all.
    ///   - since: The earliest time of commit; `nil` for any.
    ///   - until: The time of commit that changes must precede; `nil` for any.
    init(of source: String, key: String?, since: UTC?, until: UTC?) {
        self.source = source
        self.key = key
        self.since = since
        self.until = until
    }

    mutating func advance(_ desk: QueryContext) throws -> Int? {
        tally.add(
            try desk.reader().countHistory(
                of: source, key: key, since: since, until: until, before: tally.place, looks: Self.looks))
    }
}
