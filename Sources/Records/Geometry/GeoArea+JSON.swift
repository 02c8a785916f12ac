extension GeoArea {
    /// Reads a GeoJSON geometry; a `Point` may have a `radius` in metres.
    ///
    /// - Returns: `nil` if it has no surface and no point. Parts that cannot be read are left out.
    ///
    /// Source: RFC 7946 §3.1.
    public init?(_ json: JSON) {
        self.init()
        add(json, depth: 0)
        if shapes.isEmpty { return nil }
    }

    private mutating func add(_ json: JSON, depth: Int) {
        switch json["type"]?.string {
        case "Polygon": add(polygon: json["coordinates"])
        case "MultiPolygon":
            for polygon in json["coordinates"]?.array ?? [] { add(polygon: polygon) }
        case "Point":
            guard let centre = json["coordinates"].flatMap(Position.init(geoJSON:)) else { return }
            shapes.append(.circle(centre: centre, radius: max(0, json["radius"]?.double ?? 0)))
        case "GeometryCollection" where depth < 8:
            for part in json["geometries"]?.array ?? [] { add(part, depth: depth + 1) }
        default: break
        }
    }

    private mutating func add(polygon json: JSON?) {
        let rings = json?.array?.map { ($0.array ?? []).compactMap(Position.init(geoJSON:)) } ?? []
        if let polygon = GeoPolygon(rings) { shapes.append(.polygon(polygon)) }
    }

    /// Writes the area as a GeoJSON geometry with sorted members: polygons with the rings that GeoJSON wants,
    /// a circle as a `Point` with its `radius` in metres.
    public func write(to writer: inout JSONWriter) {
        let polygons = shapes.compactMap { if case .polygon(let polygon) = $0 { polygon } else { nil } }
        guard polygons.count < shapes.count else { return Self.write(polygons, to: &writer) }
        guard shapes.count > 1 else {
            shapes.first.map { Self.write($0, to: &writer) }
            return
        }
        writer.beginObject()
        writer.name(plain: "geometries")
        writer.beginArray()
        for shape in shapes { Self.write(shape, to: &writer) }
        writer.endArray()
        writer.name(plain: "type")
        writer.string("GeometryCollection")
        writer.endObject()
    }

    private static func write(_ shape: Shape, to writer: inout JSONWriter) {
        switch shape {
        case .polygon(let polygon): write([polygon], to: &writer)
        case .circle(let centre, let radius):
            writer.beginObject()
            writer.name(plain: "coordinates")
            write(centre, to: &writer)
            writer.name(plain: "radius")
            writer.number(radius)
            writer.name(plain: "type")
            writer.string("Point")
            writer.endObject()
        }
    }

    private static func write(_ polygons: [GeoPolygon], to writer: inout JSONWriter) {
        let polygons = polygons.flatMap(\.standardRings)
        writer.beginObject()
        writer.name(plain: "coordinates")
        if polygons.count != 1 { writer.beginArray() }
        for rings in polygons {
            writer.beginArray()
            for ring in rings {
                writer.beginArray()
                for corner in ring { write(corner, to: &writer) }
                writer.endArray()
            }
            writer.endArray()
        }
        if polygons.count != 1 { writer.endArray() }
        writer.name(plain: "type")
        writer.string(polygons.count == 1 ? "Polygon" : "MultiPolygon")
        writer.endObject()
    }

    private static func write(_ position: Position, to writer: inout JSONWriter) {
        writer.beginArray()
        writer.number(position.longitude)
        writer.number(position.latitude)
        writer.endArray()
    }
}

extension Position {
    /// Reads a GeoJSON position: longitude, latitude, and perhaps a height.
    fileprivate init?(geoJSON json: JSON) {
        guard let values = json.array, values.count >= 2, let longitude = values[0].double,
            let latitude = values[1].double
        else { return nil }
        self.init(latitude: latitude, turning: longitude)
    }
}
