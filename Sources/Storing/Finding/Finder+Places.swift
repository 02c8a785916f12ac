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
        let center = SearchCenter(position)
        let farthest = Nearness.share(ofMetres: radius ?? .infinity)
        let start = place ?? NearPlace()
        var ring = Ring(limit)
        var sources = SourceNames(isFrom)
        var pass = NearPass(after: start)
        return try reading { () throws(StoreError) in
            var isDone = true
            try statements.spots.each(
                .real(center.latitude), .real(center.longitude), .real(center.sine), .real(center.cosine),
                .real(farthest), .real(start.nearest)
            ) { row throws(StoreError) in
                let share = Nearness.share(from: center, to: row)
                let bound = Nearness.metres(ofShare: share)
                if ring.isComplete(up: bound) || pass.count == Finder.places {
                    isDone = ring.isComplete(up: bound)
                    return false
                }
                guard pass.add(row.int(0), share: share) else { return true }
                guard let stored = try record(of: row.int(0), &sources) else { return true }
                let distance = stored.record.distance(from: position) ?? .infinity
                if distance <= radius ?? .greatestFiniteMagnitude, wants(stored) {
                    ring.add(Neighbor(stored: stored, distance: distance))
                }
                return true
            }
            return (ring.neighbors, isDone ? nil : pass.end)
        }
    }

    /// The maximum number of places examined for a page, so that other calls are served in between; a page
    /// takes 1 to 3 ms.
    private static let places = 400
}

/// The nearest records found so far, in order.
private struct Ring {
    private(set) var neighbors: [Finder.Neighbor] = []
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    /// Whether the list is full and no record beyond a distance, in metres, can enter it.
    func isComplete(up distance: Double) -> Bool {
        neighbors.count >= limit && (neighbors.last?.distance ?? 0) < distance
    }

    mutating func add(_ neighbor: Finder.Neighbor) {
        let place = neighbors.firstIndex { neighbor.distance < $0.distance } ?? neighbors.endIndex
        neighbors.insert(neighbor, at: place)
        if neighbors.count > limit { neighbors.removeLast() }
    }
}
