extension GeoArea {
    /// Whether the two areas have a place in common; boxes decide where one of them has circles.
    ///
    /// - Complexity: O(n m) in the numbers of corners if the surrounding boxes overlap.
    public func touches(_ other: GeoArea) -> Bool {
        shapes.contains { shape in
            other.shapes.contains { shape.bounds.overlaps($0.bounds) && shape.touches($0) }
        }
    }
}

extension GeoArea.Shape {
    fileprivate func touches(_ other: GeoArea.Shape) -> Bool {
        guard case .polygon(let own) = self, case .polygon(let others) = other else { return true }
        return own.touches(others)
    }
}

extension GeoPolygon {
    fileprivate func touches(_ other: GeoPolygon) -> Bool {
        if corners[0].contains(where: other.contains) || other.corners[0].contains(where: contains) {
            return true
        }
        return other.contains(interior) || contains(other.interior)
            || edges.contains { edge in
                other.edges.contains { edge.crosses($0) }
            }
    }

    /// The edges of the outer ring.
    private var edges: [Edge] {
        guard var last = corners[0].last else { return [] }
        return corners[0].map { corner in
            defer { last = corner }
            return Edge(start: last, end: corner)
        }
    }
}

/// A straight line between two positions, in degrees.
private struct Edge {
    let start: Position
    let end: Position

    /// Whether the lines cross between their ends.
    func crosses(_ other: Edge) -> Bool {
        side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
    }

    /// Returns on which side of the line a position is: above 0 on its left.
    private func side(of place: Position) -> Double {
        let (x, y) = (end.longitude - start.longitude, end.latitude - start.latitude)
        return x * (place.latitude - start.latitude) - y * (place.longitude - start.longitude)
    }
}

extension GeoBounds {
    /// Whether two boxes have a place in common; a box that crosses 180° of longitude may.
    fileprivate func overlaps(_ other: GeoBounds) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return isCrossing || other.isCrossing || west <= other.east && other.west <= east
    }
}
