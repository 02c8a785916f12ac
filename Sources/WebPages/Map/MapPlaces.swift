import Records

/// Returns features for the script of the map, so that they load fast: places, which are no more than a title
/// at a position, as columns without texts, which the script loads once they are needed.
///
/// Source: `etc/web/map-features.js`, which reads it.
///
/// - Parameters:
///   - features: The features; the places of a source keep their order.
///   - preferences: The preferences in the links of the features.
///   - lack: What may be missing.
/// - Returns: A GeoJSON FeatureCollection of all others, with the member `places`: for each source its name,
///   and the keys, titles and positions of its places. The link of a place is that of its record.
public func mapPlaces(
    _ features: [MapFeature], preferences: Preferences, lacking lack: MapLack = MapLack()
) -> [UInt8] {
    var others: [MapFeature] = []
    var places: [(source: String, columns: MapPlaces)] = []
    var indexes: [String: Int] = [:]
    for feature in features {
        guard let position = feature.position(ofPlaceWith: preferences) else {
            others.append(feature)
            continue
        }
        let index = indexes[feature.source] ?? places.count
        if index == places.count {
            indexes[feature.source] = index
            places.append((feature.source, MapPlaces()))
        }
        places[index].columns.add(feature, at: position)
    }
    return mapCollection(others) { writer in
        writer.name(plain: "places")
        writer.beginArray()
        for (source, columns) in places { columns.write(source, to: &writer) }
        writer.endArray()
        lack.write(to: &writer)
    }
}

extension MapFeature {
    /// Returns the position of a feature that is no more than a title there, with the link of its record.
    fileprivate func position(ofPlaceWith preferences: Preferences) -> Position? {
        guard category == nil, wind == nil, magnitude == nil, severity == nil,
            href == preferences.link(path(ofRecord: key, in: source)), case .point(let position) = shape
        else { return nil }
        return position
    }
}

/// The places of a source, in columns.
private struct MapPlaces {
    /// The units per degree: a unit is at most 11 metres, a pixel at the greatest zoom.
    private static let units = 10_000.0

    private var keys: [String] = []
    private var titles: [String] = []
    /// The units to the east and north of the place before; of the first one, of 0° 0°.
    private var east: [Int] = []
    private var north: [Int] = []
    private var last = SIMD2(0, 0)

    mutating func add(_ feature: MapFeature, at position: Position) {
        let place = SIMD2(
            Int((position.longitude * MapPlaces.units).rounded()),
            Int((position.latitude * MapPlaces.units).rounded()))
        keys.append(feature.key)
        titles.append(feature.title)
        east.append(place.x - last.x)
        north.append(place.y - last.y)
        last = place
    }

    func write(_ source: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "source")
        writer.string(source)
        write("keys", keys, to: &writer) { $0.string($1) }
        write("titles", titles, to: &writer) { $0.string($1) }
        write("east", east, to: &writer) { $0.number($1) }
        write("north", north, to: &writer) { $0.number($1) }
        writer.endObject()
    }

    private func write<Value>(
        _ name: StaticString, _ values: [Value], to writer: inout JSONWriter,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        writer.name(plain: name)
        writer.beginArray()
        for value in values { write(&writer, value) }
        writer.endArray()
    }
}
