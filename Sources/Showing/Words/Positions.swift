public import AlmanacValues
public import Records

extension Item {
    /// Returns the position: the daemon's, or else the fields of the source's `Location=`, or else members
    /// with the usual names.
    public func position(_ source: Source?) -> Position? {
        if let position { return position }
        let names = source?.words(in: "Record", named: "Location") ?? []
        let pairs =
            names.count == 2
            ? [(names[0], names[1])] : [("latitude", "longitude"), ("Latitude", "Longitude")]
        for (latitude, longitude) in pairs {
            if let north = degrees(latitude), let east = degrees(longitude) {
                return Position(latitude: north, longitude: east)
            }
        }
        return nil
    }

    private func degrees(_ name: String) -> Double? {
        let value = data.value(at: name)
        return value?.double ?? value?.string.flatMap(Double.init)
    }
}

/// Returns the records that have an area or a position as GeoJSON, with their other members as properties.
///
/// Source: RFC 7946.
public func geoJSON(_ items: [Item], of source: Source? = nil) -> JSON {
    collection(
        items.compactMap { item in
            let area = item.area
            guard let geometry = area ?? item.position(source).map(point) else { return nil }
            let beside = item.title.map { [JSON.Member("title", .string($0))] } ?? []
            let others = (item.data.object ?? []).filter {
                $0.name != "title" && ($0.name != "geometry" || area == nil)
            }
            return feature(
                "\(item.source)/\(item.key)", geometry, properties: .object(beside + others))
        })
}

extension Item {
    /// The area of the record as a GeoJSON geometry, such as that of a warning; `nil` if it has none that can
    /// be read.
    fileprivate var area: JSON? {
        guard let geometry = data["geometry"], geometry["type"] != nil else { return nil }
        return GeoArea(geometry) == nil ? nil : geometry
    }
}

/// Returns places as GeoJSON.
///
/// Source: RFC 7946.
public func geoJSON(_ places: [Place]) -> JSON {
    collection(
        places.map { place in
            feature(
                place.identifier, point(place.position),
                properties: .members(["title": .string(place.name), "detail": place.detail.map(JSON.string)]))
        })
}

private func collection(_ features: [JSON]) -> JSON {
    ["type": "FeatureCollection", "features": .array(features)]
}

private func feature(_ id: String, _ geometry: JSON, properties: JSON) -> JSON {
    ["type": "Feature", "id": .string(id), "geometry": geometry, "properties": properties]
}

/// Source: RFC 7946 §3.1.1: longitude comes first.
private func point(_ position: Position) -> JSON {
    ["type": "Point", "coordinates": [.double(position.longitude), .double(position.latitude)]]
}

extension Position {
    /// The position as a link for map programs, precise to a tenth of a metre.
    ///
    /// Source: RFC 5870.
    var link: String { "geo:\(shown(latitude)),\(shown(longitude))" }

    private func shown(_ degrees: Double) -> String {
        JSONWriter.shortest((degrees * 1_000_000).rounded() / 1_000_000)
    }
}

/// Returns one of the eight points of the compass for a direction in degrees.
package func compassPoint(_ degrees: Double) -> String {
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    guard degrees.isFinite else { return "" }
    let turned = degrees.truncatingRemainder(dividingBy: 360) + (degrees < 0 ? 360 : 0)
    return points[Int((turned / 45).rounded()) % 8]
}
