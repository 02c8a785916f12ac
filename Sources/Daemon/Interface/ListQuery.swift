import Records
import Storing

/// A page of a list of records.
nonisolated struct ListPage: Sendable {
    /// The amount of data, in bytes, that fills a page.
    static let bytes = 1 << 18

    /// The elements of the JSON array, with commas between them.
    let elements: [UInt8]
    /// The records of the pages that follow; empty on the last page.
    let rest: ArraySlice<Finder.Hit>
    /// The number of records that the list would have without a limit; `nil` if it is not requested, and on
    /// further pages.
    let total: Int?
}

/// The query of the next page of a list. The records are read when they are sent, so that a long list is
/// never in memory as a whole.
nonisolated struct ListQuery: Query {
    typealias Element = @Sendable (StoredRecord, inout JSONWriter) -> Void

    /// The records of the list.
    let filter: RecordFilter
    private let write: Element
    private var hits: ArraySlice<Finder.Hit> = []

    /// Creates the query of an empty list.
    ///
    /// - Parameters:
    ///   - filter: The records of the list.
    ///   - write: Writes a record as an element.
    init(_ filter: RecordFilter, write: @escaping Element) {
        self.filter = filter
        self.write = write
    }

    /// Returns the query of the page with the first of some records.
    func continued(with hits: ArraySlice<Finder.Hit>) -> ListQuery {
        var query = self
        query.hits = hits
        return query
    }

    mutating func advance(_ desk: QueryContext) throws -> ListPage? {
        let page = try page(of: hits, total: nil, desk)
        hits = page.rest
        // The records of a page may have been removed meanwhile.
        return page.elements.isEmpty && !page.rest.isEmpty ? nil : page
    }

    /// Reads the page with the first of some records; one that changed meanwhile and is no longer selected is
    /// omitted.
    func page(of hits: ArraySlice<Finder.Hit>, total: Int?, _ desk: QueryContext) throws -> ListPage {
        let test = filter.test
        var writer = JSONWriter()
        writer.beginArray()
        let rest = try desk.finder().read(hits, bytes: ListPage.bytes) { stored in
            if test?(stored) ?? true { write(stored, &writer) }
        }
        writer.endArray()
        return ListPage(elements: Array(writer.bytes.dropFirst().dropLast()), rest: rest, total: total)
    }
}
