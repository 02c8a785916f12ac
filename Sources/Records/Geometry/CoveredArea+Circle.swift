import Glibc

extension CoveredArea {
    /// Whether areas together have all of a circle.
    ///
    /// - Parameters:
    ///   - areas: The areas.
    ///   - centre: The centre of the circle.
    ///   - radius: The radius in metres, above 0.
    /// - Returns: Whether no part of the circle is outside all of them.
    /// - Complexity: The number of boxes times the parts that they leave of the circle, a few for each box in it.
    public static func cover(_ areas: [CoveredArea], around centre: Position, within radius: Double) -> Bool {
        var rest = [Patch(GeoBounds(around: centre, within: radius), turn: 0)]
        for box in areas.flatMap(\.boxes) {
            for turn in Patch.turns {
                let cut = Patch(box, turn: turn)
                rest = rest.flatMap { $0.parts(outside: cut) }
            }
        }
        return !rest.contains { $0.distance(from: centre) < radius }
    }
}

/// A box in degrees whose longitudes count on beyond 180.
private struct Patch {
    /// Once around the Earth in both directions.
    static let turns = [-360.0, 0, 360]

    private let south: Double
    private let west: Double
    private let north: Double
    private let east: Double

    /// Returns up to four boxes, which are this one without the part in another.
    func parts(outside cut: Patch) -> [Patch] {
        guard cut.west < east, cut.east > west, cut.south < north, cut.north > south else { return [self] }
        let (low, high) = (max(south, cut.south), min(north, cut.north))
        let parts = [
            Patch(south: south, west: west, north: low, east: east),
            Patch(south: high, west: west, north: north, east: east),
            Patch(south: low, west: west, north: high, east: max(west, cut.west)),
            Patch(south: low, west: min(east, cut.east), north: high, east: east),
        ]
        return parts.filter { $0.south < $0.north && $0.west < $0.east }
    }

    /// Returns the distance in metres from a position to the nearest point of the box.
    func distance(from position: Position) -> Double {
        let distances = Patch.turns.compactMap { turn -> Double? in
            let start = position.longitude + turn
            let longitude = min(max(start, west), east)
            let latitude = min(max(position.nearestLatitude(after: longitude - start), south), north)
            return Position(latitude: latitude, turning: longitude)?.distance(to: position)
        }
        return distances.min() ?? 0
    }
}

extension Patch {
    init(_ bounds: GeoBounds, turn: Double) {
        let (west, east) = bounds.eastward
        self.init(south: bounds.south, west: west + turn, north: bounds.north, east: east + turn)
    }
}

extension Position {
    /// Returns the latitude of the nearest point of a meridian, which is nearer to the pole.
    ///
    /// - Parameter turn: The degrees of longitude between the position and the meridian.
    /// - Returns: The latitude in degrees north; above 90 or below -90 if it is behind the pole.
    fileprivate func nearestLatitude(after turn: Double) -> Double {
        guard turn != 0 else { return latitude }
        let angle = latitude * .pi / 180
        return atan2(sin(angle), cos(angle) * cos(turn * .pi / 180)) * 180 / .pi
    }
}
