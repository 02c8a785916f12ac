/// A box of latitudes and longitudes.
public struct GeoBounds: Hashable, Sendable {
    /// The lowest latitude, in degrees north.
    public let south: Double
    /// The westernmost longitude, -180...180.
    public let west: Double
    /// The highest latitude, in degrees north.
    public let north: Double
    /// The easternmost longitude, -180...180; less than `west` if the box crosses 180° of longitude.
    public let east: Double

    /// Creates a box from its sides, in degrees.
    public init(south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// Creates the box around some points whose longitudes may exceed 180.
    init(latitudes: [Double], longitudes: [Double]) {
        let east = longitudes.max() ?? 0
        let west = longitudes.min() ?? 0
        self.init(
            south: latitudes.min() ?? 0, west: west > 180 ? west - 360 : west,
            north: latitudes.max() ?? 0, east: east > 180 ? east - 360 : east)
    }

    /// Whether the box crosses 180° of longitude.
    public var isCrossing: Bool { west > east }

    /// Whether a position is in the box or on its edge.
    public func contains(_ position: Position) -> Bool {
        guard position.latitude >= south, position.latitude <= north else { return false }
        let (isEast, isWest) = (position.longitude >= west, position.longitude <= east)
        return isCrossing ? isEast || isWest : isEast && isWest
    }

    /// Returns the box around both.
    public func union(_ other: GeoBounds) -> GeoBounds {
        let (low, high) = (min(south, other.south), max(north, other.north))
        guard isCrossing || other.isCrossing else {
            return GeoBounds(
                south: low, west: min(west, other.west), north: high, east: max(east, other.east))
        }
        // The narrowest box counts: it begins at either, with the other as it is or turned once.
        let (first, second) = (eastward, other.eastward)
        let sides = [-360, 0, 360].map { turn in
            (west: min(first.west, second.west + turn), east: max(first.east, second.east + turn))
        }.min { $0.east - $0.west < $1.east - $1.west }
        guard let sides, sides.east - sides.west < 360 else {
            return GeoBounds(south: low, west: -180, north: high, east: 180)
        }
        let (turned, end) = sides.west < -180 ? (sides.west + 360, sides.east + 360) : sides
        return GeoBounds(
            south: low, west: turned > 180 ? turned - 360 : turned, north: high,
            east: end > 180 ? end - 360 : end)
    }

    /// The longitudes of the sides, the eastern one counted on beyond 180° if the box crosses it.
    public var eastward: (west: Double, east: Double) { (west, isCrossing ? east + 360 : east) }
}
