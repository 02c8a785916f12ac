public import Records
import Showing

/// The members of a collection that say which features it may lack.
public struct MapLack: Sendable {
    /// The reasons why warnings may be missing, the member `unknown`; `nil` if none can be.
    let unknown: JSON?
    /// The number of records that were examined, the member `compared`; `nil` if these are all.
    let compared: Int?

    /// Creates it from its parts.
    public init(unknown: JSON? = nil, compared: Int? = nil) {
        self.unknown = unknown
        self.compared = compared
    }

    func write(to writer: inout JSONWriter) {
        if let compared {
            writer.name(plain: "compared")
            writer.number(compared)
        }
        guard let unknown else { return }
        writer.name(plain: "unknown")
        writer.value(unknown)
    }
}

/// Returns features as a GeoJSON FeatureCollection, with the members of `MapLack` if some may be missing.
///
/// Source: RFC 7946; `etc/web/map-features.js` reads it.
public func mapCollection(_ features: [MapFeature], lacking lack: MapLack = MapLack()) -> [UInt8] {
    mapCollection(features) { lack.write(to: &$0) }
}

/// Returns features as a FeatureCollection with further members.
func mapCollection(_ features: [MapFeature], _ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: 64 + features.count * 320)
    writer.beginObject()
    writer.name(plain: "type")
    writer.string("FeatureCollection")
    writer.name(plain: "features")
    writer.beginArray()
    for feature in features { feature.write(to: &writer) }
    writer.endArray()
    writeMembers(&writer)
    writer.endObject()
    return writer.finish()
}

extension MapFeature {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "type")
        writer.string("Feature")
        writer.name(plain: "geometry")
        shape.write(to: &writer)
        writer.name(plain: "properties")
        writer.beginObject()
        writeProperties(to: &writer)
        writer.endObject()
        writer.endObject()
    }

    private func writeProperties(to writer: inout JSONWriter) {
        writer.member("source", source)
        writer.member("kind", kind)
        writer.member("key", key)
        writer.member("title", title)
        writer.member("href", href)
        writer.member("rules", category.map { $0.rules?.rawValue ?? "unknown" })
        if let wind {
            writer.name(plain: "wind")
            wind.write(to: &writer)
        }
        writer.member("text", text)
        writer.member("magnitude", magnitude)
        writer.member("severity", severity)
    }
}

extension MapFeature.Wind {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("direction", direction)
        writer.member("speed", speed)
        writer.member("gust", gust)
        if isVariable {
            writer.name(plain: "variable")
            writer.bool(true)
        }
        writer.endObject()
    }
}

extension MapShape {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .point(let position):
            writer.member("type", "Point")
            writer.name(plain: "coordinates")
            writer.position(position)
        case .area(let polygons):
            writer.member("type", "MultiPolygon")
            writer.name(plain: "coordinates")
            writer.list(polygons) { writer, rings in
                writer.list(rings) { writer, ring in writer.list(ring) { $0.position($1) } }
            }
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(plain: name)
        string(text)
    }

    fileprivate mutating func member(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        self.name(plain: name)
        self.number(number)
    }

    fileprivate mutating func list<Element>(
        _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// Writes a position, to a metre.
    fileprivate mutating func position(_ position: Position) {
        beginArray()
        number((position.longitude * 100_000).rounded() / 100_000)
        number((position.latitude * 100_000).rounded() / 100_000)
        endArray()
    }
}
