public import AlmanacValues
public import Records

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
