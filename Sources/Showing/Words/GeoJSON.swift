public import Records

/// Records as a map program wants them: those with a position, their members as properties.
///
/// Source: RFC 7946.
public func geoJSON(_ items: [Item], of source: Source?) -> JSON {
    let features = items.compactMap { item -> JSON? in
        guard let position = item.position(source) else { return nil }
        let place: JSON = [
            "type": "Point", "coordinates": [.double(position.longitude), .double(position.latitude)],
        ]
        let beside = item.title.map { [JSON.Member("title", .string($0))] } ?? []
        let properties = beside + (item.data.object ?? []).filter { $0.name != "title" }
        return [
            "type": "Feature", "id": .string("\(item.source)/\(item.key)"), "geometry": place,
            "properties": .object(properties),
        ]
    }
    return ["type": "FeatureCollection", "features": .array(features)]
}
