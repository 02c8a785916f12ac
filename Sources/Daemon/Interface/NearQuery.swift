import Definitions
import Records
import Storing

/// The query of Nearby: records by distance, the nearest first. Its answer is the complete reply.
nonisolated struct NearQuery: Query {
    private let position: Position
    private let radius: Double?
    private let filter: RecordFilter
    private let limit: Int
    private let isCounted: Bool
    private var found: [Finder.Neighbor] = []
    private var place: Finder.NearPlace?
    private var tally: Tally<Finder.NearPlace>?

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - filter: The records to consider.
    ///   - limit: The maximum number of records.
    ///   - isCounted: Whether the reply has the number of records without the limit.
    init(
        _ position: Position, within radius: Double?, filter: RecordFilter, limit: Int, isCounted: Bool
    ) {
        self.position = position
        self.radius = radius
        self.filter = filter
        self.limit = limit
        self.isCounted = isCounted
    }

    mutating func advance(_ desk: QueryContext) throws -> [UInt8]? {
        if tally != nil { return try count(desk) }
        let page = try desk.finder().nearest(
            to: position, within: radius, after: place, limit: limit,
            from: { [filter] in filter.isFrom($0) }, where: { filter.selector.matches($0.record) })
        found = (found + page.found).sorted { $0.distance < $1.distance }
        if found.count < limit {
            if let next = page.next {
                place = next
                return nil
            }
            return reply(total: isCounted ? found.count : nil)
        }
        guard isCounted else { return reply(total: nil) }
        tally = Tally()
        return nil
    }

    private mutating func count(_ desk: QueryContext) throws -> [UInt8]? {
        let part = try desk.finder().count(
            around: position, within: radius, after: tally?.place,
            from: { [filter] in filter.isFrom($0) }, where: filter.test)
        return tally?.add(part).map { reply(total: max($0, limit)) }
    }

    private func reply(total: Int?) -> [UInt8] {
        JSONWriter.list("neighbors", found.prefix(limit), total: total) {
            $1.write(to: &$0, seenFrom: position)
        }
    }
}

nonisolated extension Finder.Neighbor {
    /// Writes the neighbor as the interface sends it.
    ///
    /// Source: io.almanac.varlink, type Neighbor.
    fileprivate func write(to writer: inout JSONWriter, seenFrom position: Position) {
        writer.beginObject()
        writer.name("record")
        stored.write(to: &writer)
        writer.name("distanceMeters")
        writer.number(distance)
        writer.name("bearingDegrees")
        writer.number(stored.record.position.map { position.bearing(to: $0) } ?? 0)
        writer.endObject()
    }
}
