import Glibc

/// A position on the Earth, WGS 84.
public struct Position: Hashable, Sendable {
    /// The latitude, in degrees north, -90...90.
    public let latitude: Double
    /// The longitude, in degrees east, -180...180.
    public let longitude: Double

    /// Creates a position; `nil` if a coordinate is out of range or not finite.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        // Adding 0 turns -0, which SQLite cannot store, into 0.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }
}

extension Position {
    /// Creates a position from degrees of a document that may count longitudes on beyond 180° east or west,
    /// as far as once around the Earth; `nil` if a coordinate is out of range or not finite.
    public init?(latitude: Double, turning longitude: Double) {
        guard abs(longitude) <= 540 else { return nil }
        self.init(
            latitude: latitude,
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }
}

/// The mean radius of the Earth, in metres.
private let earthRadius = 6_371_000.0

extension Position {
    /// Returns the great-circle distance to another position, on a sphere of 6,371 km.
    ///
    /// - Returns: The distance in metres, never negative; 0 for equal positions.
    /// - Complexity: O(1); the haversine formula, stable for small distances.
    public func distance(to other: Position) -> Double {
        let start = latitude.radians
        let end = other.latitude.radians
        let h =
            haversine(end - start)
            + cos(start) * cos(end) * haversine((other.longitude - longitude).radians)
        return 2 * earthRadius * asin(min(1, h.squareRoot()))
    }

    /// Returns the initial bearing of the great circle to another position.
    ///
    /// - Returns: The bearing in true degrees, 0..<360; 0 for equal positions.
    public func bearing(to other: Position) -> Double {
        // At a pole and at 180°, two notations of the same point have no direction between them.
        guard distance(to: other) > 0.001 else { return 0 }
        let start = latitude.radians
        let end = other.latitude.radians
        let turn = (other.longitude - longitude).radians
        let y = sin(turn) * cos(end)
        let x = cos(start) * sin(end) - sin(start) * cos(end) * cos(turn)
        return (atan2(y, x) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
    }
}

private func haversine(_ angle: Double) -> Double {
    let half = sin(angle / 2)
    return half * half
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}
