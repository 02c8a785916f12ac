import Definitions
import Records
import Storing

/// The query of Nearby: records by distance, the nearest first. Its answer is the complete reply.
nonisolated struct NearQuery: Query {
    private let position: Position
    private let radius: Double?
    private let filter: RecordFilter
    private let limit: Int
    private var found: [Finder.Neighbor] = []
    private var place: Finder.NearPlace?

    init(_ position: Position, within radius: Double?, filter: RecordFilter, limit: Int) {
        self.position = position
        self.radius = radius
        self.filter = filter
        self.limit = limit
    }

    mutating func advance(_ desk: QueryContext) throws -> [UInt8]? {
        let page = try desk.finder().nearest(
            to: position, within: radius, after: place, limit: limit,
            from: { [filter] in filter.isFrom($0) }, where: { filter.selector.matches($0.record) })
        found = (found + page.found).sorted { $0.distance < $1.distance }
        if found.count < limit, let next = page.next {
            place = next
            return nil
        }
        return JSONWriter.list("neighbors", found.prefix(limit)) { $1.write(to: &$0, seenFrom: position) }
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
