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
    private var found: [StoredRecord] = []
    private var place: Finder.WordPlace?

    init(_ words: Words, _ filter: RecordFilter, limit: Int) {
        self.words = words
        self.filter = filter
        self.limit = limit
    }

    mutating func advance(_ desk: QueryContext) throws -> [UInt8]? {
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
        return JSONWriter.list("records", found) { $1.write(to: &$0) }
    }
}
