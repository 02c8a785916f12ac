/// A place or area in one of the notations of JSON documents, as far as it can be read.
///
/// The notations are a GeoJSON geometry (RFC 7946); a corner, `{"lat": 8, "lon": 14.2}`; a list of corners;
/// and a list of such lists, each of which is an area of its own, as in SIGMETs of the Aviation Weather
/// Center with `AREAS`. Three corners or more are a polygon, which need not repeat the first corner at its
/// end; two are a line, and one is a point.
public struct StatedArea: Hashable, Sendable {
    /// The polygons and circles; empty for lines and points.
    public private(set) var area = GeoArea()
    /// The lines, which enclose nothing.
    public private(set) var lines: [[Position]] = []
    /// The single points.
    public private(set) var points: [Position] = []
    /// Whether every corner could be read.
    public private(set) var isComplete = true
    /// Whether corners are those of a line, however many they are.
    private let isLine: Bool

    /// Reads a place or area; `nil` if the value has none of the notations. If it has one, but nothing of it
    /// can be read, the area is empty.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - isLine: Whether a list of corners is a line instead of a polygon.
    public init?(_ json: JSON, isLine: Bool = false) {
        self.isLine = isLine
        if json["type"]?.string != nil {
            guard add(geometry: json, depth: 0) else { return nil }
        } else if json.object != nil {
            guard StatedArea.isCorner(json) else { return nil }
            add(corners: [json])
        } else {
            guard let parts = json.array, let first = parts.first else { return nil }
            guard first.array != nil else {
                guard StatedArea.isCorner(first) else { return nil }
                add(corners: parts)
                return
            }
            for part in parts { add(corners: part.array ?? []) }
        }
    }

    /// Whether it encloses a surface.
    public var isArea: Bool { !area.shapes.isEmpty }

    /// A position that stands for it: within the area, the middle corner of a line, or the point; `nil` if
    /// nothing could be read.
    public var position: Position? {
        area.interior ?? lines.first.map { $0[$0.count / 2] } ?? points.first
    }

    /// The GeoJSON geometry of what could be read; `nil` if nothing could.
    public var geometry: JSON? {
        if isArea {
            var writer = JSONWriter(capacity: 64 + 24 * area.cornerCount)
            area.write(to: &writer)
            // The writer makes valid JSON.
            return try? JSON(parsing: writer.bytes)
        }
        if let line = lines.first {
            let lists = lines.map { JSON.array($0.map(\.geoJSON)) }
            return lines.count == 1
                ? ["type": "LineString", "coordinates": .array(line.map(\.geoJSON))]
                : ["type": "MultiLineString", "coordinates": .array(lists)]
        }
        return points.first.map { ["type": "Point", "coordinates": $0.geoJSON] }
    }
}

extension StatedArea {
    /// Adds a GeoJSON geometry; returns `false` if it is none.
    private mutating func add(geometry json: JSON, depth: Int) -> Bool {
        let parts = json["coordinates"]?.array
        switch json["type"]?.string {
        case "Polygon": add(rings: parts ?? [])
        case "MultiPolygon": for part in parts ?? [.null] { add(rings: part.array ?? []) }
        case "LineString": add(line: parts ?? [])
        case "MultiLineString": for part in parts ?? [.null] { add(line: part.array ?? []) }
        case "Point": add(point: json)
        case "MultiPoint":
            for part in parts ?? [.null] { add(point: ["coordinates": part]) }
        case "GeometryCollection" where depth < 8:
            for part in json["geometries"]?.array ?? [.null] where !add(geometry: part, depth: depth + 1) {
                isComplete = false
            }
        default: return false
        }
        return true
    }

    private mutating func add(point json: JSON) {
        guard let centre = json["coordinates"].flatMap(StatedArea.position) else { return isComplete = false }
        guard let radius = json["radius"]?.double, radius > 0 else { return points.append(centre) }
        area.shapes.append(.circle(centre: centre, radius: radius))
    }

    private mutating func add(line json: [JSON]) {
        let corners = read(json)
        if corners.count >= 2 { lines.append(corners) } else { isComplete = false }
    }

    /// Adds a polygon of its outer ring and its holes; some services leave out the list of rings if there is
    /// one.
    private mutating func add(rings json: [JSON]) {
        let isRing = json.first?.array?.first.map { $0.array == nil } ?? false
        let rings = isRing ? [read(json)] : json.map { read($0.array ?? []) }
        guard let outer = rings.first, StatedArea.encloses(outer) else { return isComplete = false }
        // Without a hole that cannot be read, the area is too large rather than too small.
        let holes = rings.dropFirst().filter(StatedArea.encloses)
        guard let polygon = GeoPolygon([outer.closed] + holes.map(\.closed)) else {
            return isComplete = false
        }
        area.shapes.append(.polygon(polygon))
    }

    private mutating func add(corners json: [JSON]) {
        let corners = read(json)
        if StatedArea.encloses(corners), !isLine, let polygon = GeoPolygon([corners.closed]) {
            area.shapes.append(.polygon(polygon))
        } else if let first = corners.first {
            if corners.contains(where: { $0 != first }) {
                lines.append(corners)
            } else {
                points.append(first)
            }
        } else {
            isComplete = false
        }
    }

    /// Returns the corners that can be read.
    private mutating func read(_ json: [JSON]) -> [Position] {
        let corners = json.compactMap(StatedArea.position)
        if corners.count < json.count { isComplete = false }
        return corners
    }

    /// Whether a line has three different corners.
    private static func encloses(_ corners: [Position]) -> Bool {
        guard let first = corners.first, let second = corners.first(where: { $0 != first }) else {
            return false
        }
        return corners.contains { $0 != first && $0 != second }
    }
}

extension StatedArea {
    private static let latitudes = ["lat", "latitude"]
    private static let longitudes = ["lon", "lng", "long", "longitude"]

    /// Whether a value has the members of a corner, which may be absent from some corners of a list.
    private static func isCorner(_ json: JSON) -> Bool {
        (latitudes + longitudes).contains { json[$0] != nil }
    }

    /// Reads a corner: longitude and latitude in a list, as in GeoJSON, or as members.
    private static func position(_ json: JSON) -> Position? {
        let (north, east) =
            switch json {
            case .array(let values) where values.count >= 2: (degrees(values[1]), degrees(values[0]))
            default: (degrees(of: json, in: latitudes), degrees(of: json, in: longitudes))
            }
        guard let north, let east else { return nil }
        return Position(latitude: north, turning: east)
    }

    private static func degrees(of json: JSON, in names: [String]) -> Double? {
        names.lazy.compactMap { json[$0] }.first.flatMap(degrees)
    }

    /// Reads a number, which may be in a string.
    private static func degrees(_ json: JSON) -> Double? {
        json.double ?? json.string.flatMap { Double($0) }
    }
}

extension [Position] {
    /// The corners with the first one again at the end, as GeoJSON requires.
    fileprivate var closed: [Position] { first == last ? self : self + prefix(1) }
}

extension Position {
    /// The position in GeoJSON: longitude comes first.
    fileprivate var geoJSON: JSON { [.double(longitude), .double(latitude)] }
}
