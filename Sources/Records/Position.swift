#if canImport(Glibc)
    import Glibc
#endif

/// A place on the Earth, WGS 84.
public struct Position: Hashable, Sendable {
    /// Degrees north, -90...90.
    public let latitude: Double
    /// Degrees east, -180...180.
    public let longitude: Double

    /// Makes a position; `nil` when a coordinate is out of range or not finite.
    public init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        // Adding nothing makes 0 of -0, which SQLite does not know.
        (self.latitude, self.longitude) = (latitude + 0, longitude + 0)
    }
}

/// The mean radius of the Earth, metres.
private let earthRadius = 6_371_000.0

extension Position {
    /// The great-circle distance to another position, on a sphere of 6,371 km.
    ///
    /// - Returns: Metres, never negative; 0 for equal positions.
    /// - Complexity: O(1); the haversine formula, stable for small distances.
    public func distance(to other: Position) -> Double {
        let (start, end) = (latitude.radians, other.latitude.radians)
        let h =
            haversine(end - start)
            + cos(start) * cos(end) * haversine((other.longitude - longitude).radians)
        return 2 * earthRadius * asin(min(1, h.squareRoot()))
    }

    /// The direction in which the great circle to another position begins.
    ///
    /// - Returns: True degrees, 0..<360; 0 for equal positions.
    public func bearing(to other: Position) -> Double {
        // What is one point written in two ways, as at a pole or at 180°, is in no direction.
        guard distance(to: other) > 0.001 else { return 0 }
        let (start, end) = (latitude.radians, other.latitude.radians)
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
