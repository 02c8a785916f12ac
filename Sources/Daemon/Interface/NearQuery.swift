import Definitions
import Records
import Storing

/// The query of Nearby: records by distance, the nearest first. Its answer is the first page.
nonisolated struct NearQuery: Query {
    private let position: Position
    private let radius: Double?
    private let pages: ListQuery
    private let limit: Int
    private let isCounted: Bool
    private var found: [Finder.NearHit] = []
    private var place: Finder.NearPlace?
    private var tally: Tally<Finder.NearPlace>?

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - pages: The query of the pages of the reply, with the records to consider.
    ///   - limit: The maximum number of records.
    ///   - isCounted: Whether the reply has the number of records without the limit.
    init(
        _ position: Position, within radius: Double?, in pages: ListQuery, limit: Int, isCounted: Bool
    ) {
        self.position = position
        self.radius = radius
        self.pages = pages
        self.limit = limit
        self.isCounted = isCounted
    }

    mutating func advance(_ desk: QueryContext) throws -> ListPage? {
        if tally != nil { return try count(desk) }
        let page = try desk.finder().nearestHits(
            to: position, within: radius, after: place, limit: limit,
            from: { [pages] in pages.filter.isFrom($0) }, where: pages.filter.test)
        found = Array((found + page.found).sorted { $0.distance < $1.distance }.prefix(limit))
        if let next = page.next, found.count < limit || !next.isWide {
            place = next
            return nil
        }
        guard isCounted, found.count >= limit else {
            return try self.page(total: isCounted ? found.count : nil, desk)
        }
        tally = Tally()
        return nil
    }

    private mutating func count(_ desk: QueryContext) throws -> ListPage? {
        let part = try desk.finder().count(
            around: position, within: radius, after: tally?.place,
            from: { [pages] in pages.filter.isFrom($0) }, where: pages.filter.test)
        guard let total = tally?.add(part) else { return nil }
        return try page(total: max(total, limit), desk)
    }

    private func page(total: Int?, _ desk: QueryContext) throws -> ListPage {
        try pages.page(of: found.map(\.hit)[...], total: total, desk)
    }
}

nonisolated extension StoredRecord {
    /// Writes the record as Nearby sends it.
    ///
    /// Source: io.almanac.varlink, type Neighbor.
    func write(to writer: inout JSONWriter, seenFrom position: Position) {
        writer.beginObject()
        writer.name("record")
        write(to: &writer)
        writer.name("distanceMeters")
        writer.number(record.distance(from: position) ?? 0)
        writer.name("bearingDegrees")
        writer.number(record.position.map { position.bearing(to: $0) } ?? 0)
        writer.endObject()
    }
}
