extension GeoPolygon {
    /// The rings of polygons that cover the same surface, as GeoJSON wants them: cut at 180° of longitude,
    /// the outer rings counterclockwise, the holes clockwise, each ending where it begins.
    ///
    /// Source: RFC 7946 §3.1.6, §3.1.9.
    var standardRings: [[[Position]]] {
        let parts = isCrossing ? partRings : []
        guard parts.isEmpty else { return parts }
        return [
            corners.enumerated().map { place, ring in
                GeoRing(ring, isCrossing: false).standard(isHole: place > 0, turned: 0)
            }
        ]
    }

    /// The rings of the parts on both sides of 180° of longitude; empty if neither encloses anything.
    private var partRings: [[[Position]]] {
        [(true, 0.0), (false, -360.0)].compactMap { isWest, turn in
            let parts = rings.map { $0.part(isWest: isWest) }
            guard let outer = parts.first, outer.isSurface else { return nil }
            let holes = parts.dropFirst().filter(\.isSurface)
            return [outer.standard(isHole: false, turned: turn)]
                + holes.map { $0.standard(isHole: true, turned: turn) }
        }
    }
}

extension GeoRing {
    /// Twice the enclosed surface in square degrees, above 0 if the corners go counterclockwise.
    private var turn: Double {
        guard let south = latitudes.last, let west = longitudes.last else { return 0 }
        var last = (x: 0.0, y: 0.0)
        return latitudes.indices.reduce(0) { sum, index in
            let next = (x: longitudes[index] - west, y: latitudes[index] - south)
            defer { last = next }
            return sum + last.x * next.y - next.x * last.y
        }
    }

    /// Whether the ring encloses anything.
    fileprivate var isSurface: Bool { latitudes.count >= 3 && abs(turn) > 1e-12 }

    /// Returns the corners in the order that GeoJSON wants, the first one again at the end.
    ///
    /// - Parameters:
    ///   - isHole: Whether the ring is that of a hole.
    ///   - turned: The degrees to add to its longitudes.
    /// - Returns: The corners.
    fileprivate func standard(isHole: Bool, turned: Double) -> [Position] {
        let corners = zip(latitudes, longitudes).compactMap {
            Position(latitude: $0, longitude: $1 + turned)
        }
        guard let first = corners.first else { return [] }
        let closed = corners.last == first ? corners : corners + [first]
        return (turn > 0) == isHole && turn != 0 ? closed.reversed() : closed
    }

    /// Returns the part of the ring on one side of 180° of longitude, where its edges are cut; parts of it
    /// that are apart stay connected along that line.
    fileprivate func part(isWest: Bool) -> GeoRing {
        var part: [(latitude: Double, longitude: Double)] = []
        func holds(_ longitude: Double) -> Bool { isWest ? longitude <= 180 : longitude >= 180 }
        guard var last = latitudes.indices.last else { return self }
        for index in latitudes.indices {
            let (start, end) = (longitudes[last], longitudes[index])
            if holds(start) != holds(end), start != 180, end != 180 {
                let share = (180 - start) / (end - start)
                part.append((latitudes[last] + share * (latitudes[index] - latitudes[last]), 180))
            }
            if holds(end) { part.append((latitudes[index], end)) }
            last = index
        }
        return GeoRing(latitudes: part.map(\.latitude), longitudes: part.map(\.longitude))
    }
}
