import AlmanacValues
import Glibc
package import Records
import Sky

/// The way of a flight: great circles from airport to airport, and a corridor on either side of them.
///
/// A way with one airport is that place.
package struct BriefRoute: Sendable {
    /// A great circle between two airports.
    package struct Leg: Sendable {
        /// The airports.
        package let from: BriefStop
        package let to: BriefStop
        /// The length, in metres.
        package let metres: Double
        /// The initial true course, in degrees, 0..<360.
        package let course: Double
        fileprivate let start: Vector
        fileprivate let end: Vector
    }

    /// The width of the corridor on either side, in metres: 50 nautical miles.
    package static let corridor = 92_600.0
    /// The greatest distance between two points that stand for a leg, in metres: 5 nautical miles, with which
    /// the distance to an area is found within a part in a thousand of the corridor.
    private static let step = 9260.0
    /// The most points of a leg.
    private static let mostPoints = 400

    /// The airports, in order.
    package let stops: [BriefStop]
    /// The legs; without those to and from an airport whose position is not known.
    package let legs: [Leg]
    /// Points of all legs and the airports.
    package let points: [Position]

    /// Makes the way between airports.
    package init(_ stops: [BriefStop]) {
        self.stops = stops
        legs = zip(stops, stops.dropFirst()).compactMap { Leg(from: $0, to: $1) }
        points =
            stops.compactMap(\.position) + legs.flatMap { $0.points(BriefRoute.step, BriefRoute.mostPoints) }
    }

    /// The airports whose positions are not known, so that the way is not known there.
    package var unknown: [String] { stops.filter { $0.position == nil }.map(\.identifier) }

    /// Returns the distance from the way to a position.
    ///
    /// - Returns: The distance in metres; `nil` if no position of the way is known.
    package func distance(to position: Position) -> Double? {
        let ends = stops.compactMap(\.position).map { $0.distance(to: position) }
        return (ends + legs.compactMap { $0.distanceAbeam(of: position) }).min()
    }

    /// Returns the distance from the way to an area.
    ///
    /// - Returns: The distance in metres, 0 if it is crossed; `nil` if either is not known.
    package func distance(to area: GeoArea) -> Double? {
        var least: Double?
        for point in points {
            guard let metres = area.distance(from: point) else { return nil }
            least = min(least ?? .infinity, metres)
            if metres == 0 { break }
        }
        return least
    }
}

/// The surroundings and the corridor.
extension BriefRoute {
    /// A circle around the whole corridor; `nil` if no position of the way is known.
    var surroundings: Selector.Circle? {
        let vectors = points.map { Vector($0) }
        let sum = vectors.reduce(Vector(x: 0, y: 0, z: 0)) {
            Vector(x: $0.x + $1.x, y: $0.y + $1.y, z: $0.z + $1.z)
        }
        guard let centre = sum.position ?? points.first else { return nil }
        let farthest = points.map { $0.distance(to: centre) }.max() ?? 0
        return Selector.Circle(
            centre: centre, radius: min(20_100_000, farthest + BriefRoute.corridor + 10_000))
    }

    /// Returns the share of the corridor whose cross sections meet a condition on both edges; 1 if there is
    /// no way between airports.
    func share(where holds: (Position, Position) -> Bool) -> Double {
        let length = legs.reduce(0) { $0 + $1.metres }
        guard length > 0 else { return 1 }
        return legs.reduce(0) { sum, leg in
            let edges = leg.edges(BriefRoute.step, BriefRoute.mostPoints, aside: BriefRoute.corridor)
            guard !edges.isEmpty else { return sum + leg.metres / length }
            let good = edges.count { holds($0.0, $0.1) }
            return sum + leg.metres / length * Double(good) / Double(edges.count)
        }
    }
}

/// A point on the unit sphere.
private struct Vector: Sendable {
    let x: Double
    let y: Double
    let z: Double

    init(_ position: Position) {
        let north = position.latitude.radians
        let east = position.longitude.radians
        self.init(x: cos(north) * cos(east), y: cos(north) * sin(east), z: sin(north))
    }

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Vector) -> Vector {
        Vector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    /// The vector of length 1 in the same direction; `nil` for one without a direction.
    var unit: Vector? {
        let length = dot(self).squareRoot()
        return length > 1e-9 ? Vector(x: x / length, y: y / length, z: z / length) : nil
    }

    /// The position in this direction; `nil` without a direction.
    var position: Position? {
        unit.flatMap {
            Position(latitude: asin(max(-1, min(1, $0.z))).degrees, longitude: atan2($0.y, $0.x).degrees)
        }
    }
}

extension BriefRoute.Leg {
    /// The mean radius of the Earth in metres, as `Position` has it.
    private static let earthRadius = 6_371_000.0

    /// Makes a leg; `nil` if a position is not known.
    fileprivate init?(from: BriefStop, to: BriefStop) {
        guard let start = from.position, let end = to.position else { return nil }
        self.from = from
        self.to = to
        metres = start.distance(to: end)
        course = start.bearing(to: end)
        self.start = Vector(start)
        self.end = Vector(end)
    }

    /// Returns the distance to a position abeam of the leg; `nil` if it lies before the start or beyond the
    /// end.
    fileprivate func distanceAbeam(of position: Position) -> Double? {
        guard let pole = start.cross(end).unit else { return nil }
        let point = Vector(position)
        guard pole.cross(start).dot(point) >= 0, end.cross(pole).dot(point) >= 0 else { return nil }
        return abs(asin(max(-1, min(1, pole.dot(point))))) * BriefRoute.Leg.earthRadius
    }

    /// Returns the edges of the corridor at points of the leg, left and right.
    fileprivate func edges(_ step: Double, _ most: Int, aside: Double) -> [(Position, Position)] {
        guard let pole = start.cross(end).unit else { return [] }
        let angle = aside / BriefRoute.Leg.earthRadius
        return points(step, most).compactMap { point in
            let middle = Vector(point)
            func edge(_ side: Double) -> Position? {
                let a = cos(angle)
                let b = side * sin(angle)
                return Vector(
                    x: a * middle.x + b * pole.x, y: a * middle.y + b * pole.y, z: a * middle.z + b * pole.z
                ).position
            }
            guard let left = edge(1), let right = edge(-1) else { return nil }
            return (left, right)
        }
    }

    /// Returns points between the ends, at most so far from each other, and at most so many.
    ///
    /// Source: spherical linear interpolation.
    fileprivate func points(_ step: Double, _ most: Int) -> [Position] {
        let angle = metres / BriefRoute.Leg.earthRadius
        let count = min(most, Int(metres / step))
        guard count > 0, sin(angle) > 1e-9 else { return [] }
        return (1...count).compactMap { index in
            let part = Double(index) / Double(count + 1)
            let a = sin((1 - part) * angle) / sin(angle)
            let b = sin(part * angle) / sin(angle)
            return Vector(
                x: a * start.x + b * end.x, y: a * start.y + b * end.y, z: a * start.z + b * end.z
            ).position
        }
    }
}
