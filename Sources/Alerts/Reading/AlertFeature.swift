import Decoding
import Records

/// A GeoJSON feature of the NWS.
///
/// It is read without a tree of its members: a national state has hundreds of features, and a third of the
/// time would go into building, searching and releasing their trees.
///
/// Source: api.weather.gov/openapi.json, AlertGeoJson.
struct AlertFeature: ~Copyable {
    private var properties: AlertProperties?
    private var geometry: JSON?
    /// The address of the feature, which ends with the identifier.
    private var address: String?

    /// Reads the next value of a text, which lies within `depth` others.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - scanner: A scanner at the value.
    ///   - depth: The number of values around it.
    ///   - names: The names of properties and parameters so far.
    /// - Throws: `JSONError` if it is not JSON.
    init(
        _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int, names: inout ProviderNames
    ) throws(JSONError) {
        guard scanner.peek(bytes) == .leftBrace else {
            try scanner.skipValue(bytes, depth: depth)
            return
        }
        try scanner.readMembers(bytes) { (name, scanner) throws(JSONError) in
            switch name {
            case "geometry": geometry = try scanner.value(bytes, depth: depth + 1)
            case "id": address = try scanner.text(bytes)
            case "properties":
                properties = try AlertProperties(bytes, &scanner, depth: depth + 1, names: &names)
            default: try scanner.skipValue(bytes, depth: depth + 1)
            }
        }
    }

    /// Returns the message.
    ///
    /// - Parameter rejects: Receives what could not be read.
    /// - Returns: `nil` if it has no identifier, or no status and type that CAP defines.
    consuming func message(_ rejects: inout [Reject]) -> AlertMessage? {
        guard var message = properties.take()?.message(address: address, geometry: geometry, &rejects) else {
            rejects.append(Reject(field: "id", found: "", reason: "missing in a feature"))
            return nil
        }
        return message.isDefined(&rejects) ? message : nil
    }
}
