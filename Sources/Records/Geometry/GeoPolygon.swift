/// A surface on the Earth with holes; its edges are straight in degrees, as in GeoJSON.
///
/// A polygon whose corners are more than 180° of longitude apart crosses 180° of longitude.
///
/// Source: RFC 7946 §3.1.6, §3.1.9.
public struct GeoPolygon: Hashable, Sendable {
    /// The corners of the outer ring, then of each hole.
    public let corners: [[Position]]
    /// The surrounding box.
    public let bounds: GeoBounds
    let rings: [GeoRing]
    /// Whether it crosses 180° of longitude.
    let isCrossing: Bool

    /// Creates a polygon from its outer ring and its holes.
    ///
    /// - Returns: `nil` if the outer ring has fewer than three corners.
    public init?(_ corners: [[Position]]) {
        guard let outer = corners.first, outer.count >= 3 else { return nil }
        self.corners = corners
        let isCrossing = GeoRing.crosses(outer)
        self.isCrossing = isCrossing
        rings = corners.map { GeoRing($0, isCrossing: isCrossing) }
        bounds = GeoBounds(latitudes: rings[0].latitudes, longitudes: rings[0].longitudes)
    }

    /// Creates the polygon with the corners of a box.
    public init(around box: GeoBounds) {
        let places = [
            (box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west),
        ]
        let ring = places.compactMap { Position(latitude: $0.0, longitude: $0.1) }
        corners = [ring]
        isCrossing = box.isCrossing
        rings = [GeoRing(ring, isCrossing: isCrossing)]
        bounds = box
    }

    /// Whether a position is within the outer ring and in no hole. 180° east and 180° west are one meridian.
    ///
    /// - Complexity: O(n) in the number of corners if the position is within the bounds, otherwise O(1).
    public func contains(_ position: Position) -> Bool {
        if covers(position) { return true }
        guard abs(position.longitude) == 180, !isCrossing else { return false }
        return Position(latitude: position.latitude, longitude: -position.longitude).map(covers) ?? false
    }

    private func covers(_ position: Position) -> Bool {
        guard bounds.contains(position) else { return false }
        let isWest = isCrossing && position.longitude < 0
        return covers(position.latitude, isWest ? position.longitude + 360 : position.longitude)
    }

    private func covers(_ latitude: Double, _ longitude: Double) -> Bool {
        rings.reduce(0) { $0 + $1.crossings(latitude: latitude, longitude: longitude) } & 1 == 1
    }

    /// A position within the polygon: its centre of gravity, or the middle of its widest part on a parallel.
    public var interior: Position {
        if let centre = rings[0].centroid, covers(centre.latitude, centre.longitude),
            let position = GeoPolygon.position(centre.latitude, centre.longitude)
        {
            return position
        }
        var best: (width: Double, position: Position)?
        for step in 1...15 {
            let latitude = bounds.south + (bounds.north - bounds.south) * Double(step) / 16
            let places = rings.flatMap { $0.places(at: latitude) }.sorted()
            for index in stride(from: 0, to: places.count - 1, by: 2) {
                let width = places[index + 1] - places[index]
                guard width > best?.width ?? 0,
                    let middle = GeoPolygon.position(latitude, places[index] + width / 2)
                else { continue }
                best = (width, middle)
            }
        }
        return best?.position ?? corners[0][0]
    }

    private static func position(_ latitude: Double, _ longitude: Double) -> Position? {
        Position(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
}
