import Records

/// A reader of forecasts that collects the parts that cannot be read; each service has an extension.
struct ForecastReader {
    /// The fields of a wrong type, by their paths.
    var rejects: [Reject] = []
    /// The members without an equivalent in our form, by name.
    var omitted: [String: Int] = [:]

    /// Returns a number in the unit of records; rejects other values.
    mutating func number(_ value: JSON?, quantity: ForecastQuantity, unit: String, at path: String) -> JSON? {
        guard let value, !value.isNull else { return nil }
        guard let number = value.double else {
            reject(value, reason: "not a number", at: path)
            return nil
        }
        return converted(number, quantity: quantity, unit: unit, at: path).map(JSON.double)
    }

    /// Returns a number in the unit of records; rejects one of an unknown unit, and one that cannot be right.
    mutating func converted(
        _ number: Double, quantity: ForecastQuantity, unit: String, at path: String
    ) -> Double? {
        guard let converted = quantity.converted(number, from: unit) else {
            reject(.double(number), reason: "not in a known unit: \(unit)", at: path)
            return nil
        }
        guard quantity.allows(converted) else {
            reject(.double(number), reason: "cannot be right", at: path)
            return nil
        }
        return converted
    }

    /// Rejects a field of a wrong type.
    mutating func reject(_ value: JSON, reason: String, at path: String) {
        let found = String(decoding: value.bytes.prefix(100), as: UTF8.self)
        rejects.append(Reject(field: path, found: found, reason: reason))
    }
}
