import Definitions
import Records
import Storing

/// The query of Search: records by words, the best match first. If there are none, misspelt words are
/// corrected. Its answer is the complete reply.
nonisolated struct WordQuery: Query {
    private var words: Words
    private var isCorrected = false
    private let filter: RecordFilter
    private let limit: Int
    private let isCounted: Bool
    private var found: [StoredRecord] = []
    private var place: Finder.WordPlace?
    private var tally: Tally<Int64>?

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - filter: The records to consider.
    ///   - limit: The maximum number of records.
    ///   - isCounted: Whether the reply has the number of records without the limit.
    init(_ words: Words, _ filter: RecordFilter, limit: Int, isCounted: Bool) {
        self.words = words
        self.filter = filter
        self.limit = limit
        self.isCounted = isCounted
    }

    mutating func advance(_ desk: QueryContext) throws -> [UInt8]? {
        if tally != nil { return try count(desk) }
        let page = try desk.finder().find(
            words, after: place, limit: limit - found.count, from: { [filter] in filter.isFrom($0) },
            where: { filter.selector.matches($0.record) })
        found += page.found
        if found.count < limit, let next = page.next {
            place = next
            return nil
        }
        if found.isEmpty, !isCorrected, let corrected = try desk.finder().corrected(words) {
            words = corrected
            isCorrected = true
            place = nil
            return nil
        }
        guard isCounted, found.count >= limit else { return reply(total: isCounted ? found.count : nil) }
        tally = Tally()
        return nil
    }

    private mutating func count(_ desk: QueryContext) throws -> [UInt8]? {
        let part = try desk.finder().count(
            words, after: tally?.place ?? 0, from: { [filter] in filter.isFrom($0) }, where: filter.test)
        return tally?.add(part).map { reply(total: max($0, limit)) }
    }

    private func reply(total: Int?) -> [UInt8] {
        JSONWriter.list("records", found, total: total) { $1.write(to: &$0) }
    }
}
