import Definitions
import Records
import Storing

/// The query of Search and Suggest: records by words, the best match first. If there are none, misspelt words
/// are corrected. Its answer is the first page.
nonisolated struct WordQuery: Query {
    private var words: Words
    private let isOfNames: Bool
    private var isCorrected = false
    private let pages: ListQuery
    private let limit: Int
    private let isCounted: Bool
    private var found: [Finder.Hit] = []
    private var place: Finder.WordPlace?
    private var tally: Tally<Int64>?

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - isOfNames: Whether to search only titles and keys, without corrections.
    ///   - pages: The query of the pages of the reply, with the records to consider.
    ///   - limit: The maximum number of records.
    ///   - isCounted: Whether the reply has the number of records without the limit.
    init(_ words: Words, isOfNames: Bool = false, in pages: ListQuery, limit: Int, isCounted: Bool = false) {
        self.words = words
        self.isOfNames = isOfNames
        self.pages = pages
        self.limit = limit
        self.isCounted = isCounted
    }

    mutating func advance(_ desk: QueryContext) throws -> ListPage? {
        if tally != nil { return try count(desk) }
        let page = try desk.finder().hits(
            words, isOfNames: isOfNames, after: place, limit: limit - found.count,
            from: { [pages] in pages.filter.isFrom($0) }, where: pages.filter.test)
        found += page.found
        if found.count < limit, let next = page.next {
            place = next
            return nil
        }
        if found.isEmpty, !isCorrected, !isOfNames, let corrected = try desk.finder().corrected(words) {
            words = corrected
            isCorrected = true
            place = nil
            return nil
        }
        guard isCounted, found.count >= limit else {
            return try pages.page(of: found[...], total: isCounted ? found.count : nil, desk)
        }
        tally = Tally()
        return nil
    }

    private mutating func count(_ desk: QueryContext) throws -> ListPage? {
        let part = try desk.finder().count(
            words, after: tally?.place ?? 0, from: { [pages] in pages.filter.isFrom($0) },
            where: pages.filter.test)
        guard let total = tally?.add(part) else { return nil }
        return try pages.page(of: found[...], total: max(total, limit), desk)
    }
}
