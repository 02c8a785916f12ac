public import Records

extension Finder {
    /// A record and how far it is, metres.
    public struct Neighbor: Hashable, Sendable {
        /// The record.
        public let stored: StoredRecord
        /// The great-circle distance, metres.
        public let distance: Double
    }

    /// The next of the records around a position, the nearest first.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - radius: How far they may be, metres; `nil` for any distance.
    ///   - count: How many places the pages before have looked at; 0 for the first page.
    ///   - limit: The most records.
    ///   - isFrom: Whether records of a source are wanted, by name.
    ///   - wants: Whether a record is wanted.
    /// - Returns: The records, none as well when others follow, and how many places have been looked at;
    ///   `nil` at the end of all.
    /// - Throws: When the database cannot be read or a record is damaged.
    public func nearest(
        to position: Position, within radius: Double? = nil, after count: Int = 0, limit: Int,
        from isFrom: @escaping (String) -> Bool = { _ in true },
        where wants: (StoredRecord) -> Bool = { _ in true }
    ) throws(StoreError) -> (found: [Neighbor], next: Int?) {
        let farthest = Nearness.share(ofMetres: radius ?? .infinity)
        var (ring, sources, looked) = (Ring(limit), SourceNames(isFrom), 0)
        return try reading { () throws(StoreError) in
            var isDone = true
            try statements.spots.each(
                .real(position.latitude), .real(position.longitude), .real(farthest), .count(count)
            ) { row throws(StoreError) in
                let bound = Nearness.metres(ofShare: Nearness.share(from: position, to: row))
                if ring.isComplete(up: bound) || looked == Finder.places {
                    isDone = ring.isComplete(up: bound)
                    return false
                }
                looked += 1
                guard let stored = try record(of: row.int(0), &sources) else { return true }
                let distance = stored.record.position.map { $0.distance(to: position) } ?? .infinity
                if distance <= radius ?? .greatestFiniteMagnitude, wants(stored) {
                    ring.add(Neighbor(stored: stored, distance: distance))
                }
                return true
            }
            return (ring.neighbors, isDone ? nil : count + looked)
        }
    }

    /// How many places are looked at before others have their turn: about 5 ms.
    private static let places = 1000
}

/// The nearest of what was found so far, in order.
private struct Ring {
    private(set) var neighbors: [Finder.Neighbor] = []
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    /// Whether it is full and nothing beyond a distance, metres, can be among it.
    func isComplete(up distance: Double) -> Bool {
        neighbors.count >= limit && (neighbors.last?.distance ?? 0) < distance
    }

    mutating func add(_ neighbor: Finder.Neighbor) {
        let place = neighbors.firstIndex { neighbor.distance < $0.distance } ?? neighbors.endIndex
        neighbors.insert(neighbor, at: place)
        if neighbors.count > limit { neighbors.removeLast() }
    }
}
