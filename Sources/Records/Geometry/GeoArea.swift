import Glibc

/// An area on the Earth made of polygons and circles, which may overlap.
public struct GeoArea: Hashable, Sendable {
    /// A part of an area.
    public enum Shape: Hashable, Sendable {
        /// A polygon with holes.
        case polygon(GeoPolygon)
        /// A circle with its radius in metres; 0 for a point.
        case circle(centre: Position, radius: Double)
    }

    /// The parts, in order.
    public var shapes: [Shape]

    /// Creates an area from its parts.
    public init(_ shapes: [Shape] = []) { self.shapes = shapes }

    /// Whether a position is in one of the parts.
    public func contains(_ position: Position) -> Bool {
        shapes.contains { shape in
            switch shape {
            case .polygon(let polygon): polygon.contains(position)
            case .circle(let centre, let radius): centre.distance(to: position) <= radius
            }
        }
    }

    /// The number of corners of all polygons; a circle counts as one.
    public var cornerCount: Int {
        shapes.reduce(0) { sum, shape in
            if case .polygon(let polygon) = shape { return polygon.corners.reduce(sum) { $0 + $1.count } }
            return sum + 1
        }
    }

    /// A position within the area; `nil` if the area is empty.
    public var interior: Position? {
        switch shapes.first {
        case .polygon(let polygon): polygon.interior
        case .circle(let centre, _): centre
        case nil: nil
        }
    }

    /// The surrounding box, with the whole circles; `nil` if the area is empty.
    public var bounds: GeoBounds? {
        shapes.reduce(nil) { sum, shape in sum?.union(shape.bounds) ?? shape.bounds }
    }

    /// Returns the distance from a position to the area.
    ///
    /// - Returns: The distance in metres to the nearest edge; 0 within the area; `nil` if it is empty.
    public func distance(from position: Position) -> Double? {
        if contains(position) { return 0 }
        return shapes.map { $0.distance(from: position) }.min()
    }
}

extension GeoArea.Shape {
    /// The surrounding box.
    public var bounds: GeoBounds {
        switch self {
        case .polygon(let polygon): polygon.bounds
        case .circle(let centre, let radius): GeoBounds(around: centre, within: radius)
        }
    }

    /// Returns the distance in metres from a position outside the shape to its edge.
    fileprivate func distance(from position: Position) -> Double {
        switch self {
        case .circle(let centre, let radius): max(0, centre.distance(to: position) - radius)
        case .polygon(let polygon):
            polygon.corners.map { position.distance(toLine: $0) }.min() ?? .infinity
        }
    }
}

extension GeoBounds {
    /// Creates the box around a circle.
    ///
    /// - Parameters:
    ///   - centre: The centre of the circle.
    ///   - radius: The radius in metres.
    public init(around centre: Position, within radius: Double) {
        let reach = radius / 111_194.9
        let width = reach / max(0.01, cos(min(abs(centre.latitude) + reach, 90) * .pi / 180))
        let isAll = width >= 180
        let (west, east) = (centre.longitude - width, centre.longitude + width)
        self.init(
            south: max(-90, centre.latitude - reach), west: isAll ? -180 : west < -180 ? west + 360 : west,
            north: min(90, centre.latitude + reach), east: isAll ? 180 : east > 180 ? east - 360 : east)
    }
}

extension Position {
    /// Returns the distance in metres to the nearest point of a closed line, whose parts are straight in
    /// degrees.
    ///
    /// That point is found on a plane around this position: far away, it may not be the very nearest one.
    fileprivate func distance(toLine corners: [Position]) -> Double {
        let scale = max(1e-9, cos(latitude * .pi / 180))
        func plane(_ other: Position) -> (x: Double, y: Double) {
            var turn = other.longitude - longitude
            if turn > 180 { turn -= 360 }
            if turn < -180 { turn += 360 }
            return (turn * scale, other.latitude - latitude)
        }
        guard var last = corners.last.map(plane) else { return .infinity }
        var nearest = last
        for corner in corners {
            let next = plane(corner)
            let point = Position.foot(from: last, to: next)
            if point.x * point.x + point.y * point.y < nearest.x * nearest.x + nearest.y * nearest.y {
                nearest = point
            }
            last = next
        }
        let there = Position(
            latitude: max(-90, min(90, latitude + nearest.y)), turning: longitude + nearest.x / scale)
        return there.map { distance(to: $0) } ?? .infinity
    }

    /// Returns the point of a segment that is nearest to the origin.
    private static func foot(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) -> (x: Double, y: Double) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : max(0, min(1, -(start.x * dx + start.y * dy) / length))
        return (start.x + share * dx, start.y + share * dy)
    }
}
