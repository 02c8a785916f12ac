public import Records

/// The place of a record on the map.
public enum MapShape: Sendable, Equatable {
    /// A point.
    case point(Position)
    /// Polygons; each has rings, the first of which is its outline and the others are its holes. The last
    /// point of a ring is the first one.
    case area([[[Position]]])

    /// The most points of a shape; a larger one is left out, because it would make the map slow.
    public static let mostPoints = 10_000

    /// Reads a GeoJSON geometry; `nil` if it is not a well-formed point, polygon or group of polygons, or has
    /// more than `mostPoints` points.
    ///
    /// Source: RFC 7946 §3.1.
    public init?(geoJSON geometry: JSON) {
        guard let coordinates = geometry["coordinates"] else { return nil }
        var room = MapShape.mostPoints
        switch geometry["type"]?.string {
        case "Point":
            guard let point = MapShape.position(coordinates) else { return nil }
            self = .point(point)
        case "Polygon":
            guard let polygon = MapShape.polygon(coordinates, room: &room) else { return nil }
            self = .area([polygon])
        case "MultiPolygon":
            guard let polygons = coordinates.array, !polygons.isEmpty else { return nil }
            var area: [[[Position]]] = []
            for polygon in polygons {
                guard let rings = MapShape.polygon(polygon, room: &room) else { return nil }
                area.append(rings)
            }
            self = .area(area)
        default: return nil
        }
    }

    /// All points.
    var points: [Position] {
        switch self {
        case .point(let position): [position]
        case .area(let polygons): polygons.flatMap { $0.flatMap(\.self) }
        }
    }

    private static func polygon(_ json: JSON, room: inout Int) -> [[Position]]? {
        guard let rings = json.array, !rings.isEmpty else { return nil }
        var polygon: [[Position]] = []
        for ring in rings {
            guard let points = self.ring(ring, room: &room) else { return nil }
            polygon.append(points)
        }
        return polygon
    }

    /// Returns a ring of at least four points, the last of which is the first.
    private static func ring(_ json: JSON, room: inout Int) -> [Position]? {
        guard let points = json.array, points.count >= 4, points.count <= room else { return nil }
        room -= points.count
        let ring = points.compactMap(position)
        return ring.count == points.count && ring.first == ring.last ? ring : nil
    }

    /// Returns a position, whose longitude comes first and whose altitude is ignored.
    private static func position(_ json: JSON) -> Position? {
        guard let numbers = json.array, numbers.count >= 2, let longitude = numbers[0].double,
            let latitude = numbers[1].double
        else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }
}
