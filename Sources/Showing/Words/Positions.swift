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

/// Returns the records that have a position as GeoJSON, with their members as properties.
///
/// Source: RFC 7946.
public func geoJSON(_ items: [Item], of source: Source? = nil) -> JSON {
    collection(
        items.compactMap { item in
            let beside = item.title.map { [JSON.Member("title", .string($0))] } ?? []
            let properties = beside + (item.data.object ?? []).filter { $0.name != "title" }
            return item.position(source).map {
                feature("\(item.source)/\(item.key)", at: $0, properties: .object(properties))
            }
        })
}

/// Returns places as GeoJSON.
///
/// Source: RFC 7946.
public func geoJSON(_ places: [Place]) -> JSON {
    collection(
        places.map { place in
            feature(
                place.identifier, at: place.position,
                properties: .members(["title": .string(place.name), "detail": place.detail.map(JSON.string)]))
        })
}

private func collection(_ features: [JSON]) -> JSON {
    ["type": "FeatureCollection", "features": .array(features)]
}

/// Source: RFC 7946 §3.1.1: longitude comes first.
private func feature(_ id: String, at position: Position, properties: JSON) -> JSON {
    [
        "type": "Feature", "id": .string(id),
        "geometry": [
            "type": "Point", "coordinates": [.double(position.longitude), .double(position.latitude)],
        ], "properties": properties,
    ]
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
