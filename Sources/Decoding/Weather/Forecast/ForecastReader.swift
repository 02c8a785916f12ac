import Records

/// Tells the services apart and notes what of a forecast cannot be read.
struct ForecastReader {
    /// Fields of a wrong type, by their path.
    var rejects: [Reject] = []
    /// Members without a place in our form, by name.
    var omitted: [String: Int] = [:]

    /// The forecast; `nil` when the document is none that is known.
    mutating func read(_ value: JSON) -> Forecast? {
        if value["latitude"] != nil, value["utc_offset_seconds"] != nil { return readOpenMeteo(value) }
        guard let properties = value["properties"] else { return nil }
        if properties["timeseries"] != nil { return readNorway(value, properties) }
        return properties["periods"] == nil ? nil : readUnitedStates(value, properties)
    }

    /// A number in our unit; what is no number is noted.
    mutating func number(_ value: JSON?, _ quantity: ForecastQuantity, unit: String, at path: String) -> JSON?
    {
        guard let value, !value.isNull else { return nil }
        guard let number = value.double else {
            reject(value, "not a number", at: path)
            return nil
        }
        return .double(quantity.converted(number, from: unit))
    }

    /// Notes a field of a wrong type.
    mutating func reject(_ value: JSON, _ reason: String, at path: String) {
        let found = String(decoding: value.bytes.prefix(100), as: UTF8.self)
        rejects.append(Reject(field: path, found: found, reason: reason))
    }
}
