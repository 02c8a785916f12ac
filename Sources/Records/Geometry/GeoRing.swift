/// A closed line of positions, unwrapped so that it may continue beyond 180° east.
struct GeoRing: Hashable, Sendable {
    /// The latitudes of the corners, in degrees north.
    let latitudes: [Double]
    /// The longitudes of the corners, in degrees east, up to 540 where the ring crosses 180°.
    let longitudes: [Double]

    /// Creates a ring from its corners.
    ///
    /// - Parameters:
    ///   - positions: The corners; the last may repeat the first.
    ///   - isCrossing: Whether longitudes west of Greenwich are counted from 180° east on.
    init(_ positions: [Position], isCrossing: Bool) {
        latitudes = positions.map(\.latitude)
        longitudes = positions.map { isCrossing && $0.longitude < 0 ? $0.longitude + 360 : $0.longitude }
    }

    /// Creates a ring from the latitudes and longitudes of its corners.
    init(latitudes: [Double], longitudes: [Double]) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }

    /// Whether a ring crosses 180° of longitude: two corners in a row would otherwise be more than half the
    /// Earth apart. A ring that touches both sides of 180° goes around the Earth instead.
    static func crosses(_ positions: [Position]) -> Bool {
        guard let west = positions.map(\.longitude).min(), let east = positions.map(\.longitude).max(),
            east - west > 180, !(west == -180 && east == 180), var last = positions.last
        else { return false }
        return positions.contains { corner in
            defer { last = corner }
            return abs(corner.longitude - last.longitude) > 180
        }
    }

    /// Returns how many edges a ray from a point to the east crosses.
    ///
    /// - Complexity: O(n) in the number of corners.
    func crossings(latitude: Double, longitude: Double) -> Int {
        var count = 0
        var last = latitudes.count - 1
        for index in latitudes.indices {
            let (south, north) = (latitudes[last], latitudes[index])
            if (south > latitude) != (north > latitude) {
                let share = (latitude - south) / (north - south)
                let place = longitudes[last] + share * (longitudes[index] - longitudes[last])
                if longitude < place { count += 1 }
            }
            last = index
        }
        return count
    }

    /// Returns the longitudes at which the ring crosses a latitude, in ascending order.
    func places(at latitude: Double) -> [Double] {
        var places: [Double] = []
        var last = latitudes.count - 1
        for index in latitudes.indices {
            let (south, north) = (latitudes[last], latitudes[index])
            if (south > latitude) != (north > latitude) {
                let share = (latitude - south) / (north - south)
                places.append(longitudes[last] + share * (longitudes[index] - longitudes[last]))
            }
            last = index
        }
        return places.sorted()
    }

    /// The centre of gravity of the enclosed surface, as latitude and longitude in degrees; `nil` if the ring
    /// encloses none.
    var centroid: (latitude: Double, longitude: Double)? {
        guard let south = latitudes.first, let west = longitudes.first else { return nil }
        var (area, x, y) = (0.0, 0.0, 0.0)
        var last = latitudes.count - 1
        for index in latitudes.indices {
            let (x0, y0) = (longitudes[last] - west, latitudes[last] - south)
            let (x1, y1) = (longitudes[index] - west, latitudes[index] - south)
            let cross = x0 * y1 - x1 * y0
            area += cross
            x += (x0 + x1) * cross
            y += (y0 + y1) * cross
            last = index
        }
        guard abs(area) > 1e-12 else { return nil }
        return (south + y / (3 * area), west + x / (3 * area))
    }
}
