public import Records

extension Finder {
    /// A record and its distance.
    public struct Neighbor: Hashable, Sendable {
        /// The record.
        public let stored: StoredRecord
        /// The great-circle distance in metres to the area of the record, otherwise to its position; 0 within
        /// the area.
        public let distance: Double
    }

    /// Returns the next records around a position, nearest first.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: The maximum distance in metres; `nil` for any.
    ///   - place: The end of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - isFrom: Whether to include the records of a source, given its name.
    ///   - wants: Whether to include a record.
    /// - Returns: The records, possibly none even though others follow, and the end of the page; `nil` at
    ///   the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func nearest(
        to position: Position, within radius: Double? = nil, after place: NearPlace? = nil, limit: Int,
        from isFrom: @escaping (String) -> Bool = { _ in true },
        where wants: (StoredRecord) -> Bool = { _ in true }
    ) throws(StoreError) -> (found: [Neighbor], next: NearPlace?) {
        try nearest(to: position, within: radius, after: place, limit: limit, from: isFrom) {
            _, stored, distance in
            wants(stored) ? Neighbor(stored: stored, distance: distance) : nil
        }
    }

    /// Returns the next records around a position, nearest first, as `make` makes them of an entry, its
    /// record and its distance; `nil` for a record that is not wanted.
    func nearest<Found: Near>(
        to position: Position, within radius: Double?, after place: NearPlace?, limit: Int,
        from isFrom: @escaping (String) -> Bool, make: (Int64, StoredRecord, Double) -> Found?
    ) throws(StoreError) -> (found: [Found], next: NearPlace?) {
        let center = SearchCenter(position)
        let farthest = Nearness.share(ofMetres: radius ?? .infinity)
        let start = place ?? NearPlace()
        var ring = Ring<Found>(limit)
        var sources = SourceNames(isFrom)
        var pass = NearPass(after: start)
        var room = Finder.mostBytes
        return try reading { () throws(StoreError) in
            var isDone = true
            try statements.spots.each(
                .real(center.latitude), .real(center.longitude), .real(center.sine), .real(center.cosine),
                .real(farthest), .real(start.nearest)
            ) { row throws(StoreError) in
                let share = Nearness.share(from: center, to: row)
                let bound = Nearness.metres(ofShare: share)
                if ring.isComplete(up: bound) || pass.count == Finder.places || room <= 0 {
                    isDone = ring.isComplete(up: bound)
                    return false
                }
                guard pass.add(row.int(0), share: share) else { return true }
                guard let stored = try record(of: row.int(0), &sources) else { return true }
                room -= stored.record.data.count
                let distance = stored.record.distance(from: position) ?? .infinity
                guard distance <= radius ?? .greatestFiniteMagnitude else { return true }
                if let one = make(row.int(0), stored, distance) { ring.add(one) }
                return true
            }
            return (ring.neighbors, isDone ? nil : pass.end)
        }
    }

    /// The maximum number of places examined for a page, so that other calls are served in between; a page
    /// takes 1 to 3 ms.
    static let places = 400
}

/// An element of a list by distance.
protocol Near {
    /// The distance in metres.
    var distance: Double { get }
}

extension Finder.Neighbor: Near {}
extension Finder.NearHit: Near {}

/// The nearest records found so far, in order.
private struct Ring<Found: Near> {
    private(set) var neighbors: [Found] = []
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    /// Whether the list is full and no record beyond a distance, in metres, can enter it.
    func isComplete(up distance: Double) -> Bool {
        neighbors.count >= limit && (neighbors.last?.distance ?? 0) < distance
    }

    mutating func add(_ neighbor: Found) {
        let place = neighbors.firstIndex { neighbor.distance < $0.distance } ?? neighbors.endIndex
        neighbors.insert(neighbor, at: place)
        if neighbors.count > limit { neighbors.removeLast() }
    }
}
