public import Decoding
public import Records

/// A decoder of forecasts of Open-Meteo, MET Norway or api.weather.gov: one record in the same form for all.
public struct ForecastDecoder: DocumentDecoder {
    private var document = WholeDocument()

    /// Creates a decoder for one document; the kind has no settings.
    public init(options: Options, context: DocumentContext) throws(OptionError) {}

    /// Decodes the next slice.
    ///
    /// - Throws: `DecodeError` if the document is too large.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.append(bytes)
    }

    /// Decodes the whole document.
    ///
    /// - Throws: `DecodeError` if it is not JSON, or not a forecast of one of the services.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let value = try document.value(of: "forecast")
        if value["error"] == true {
            throw DecodeError(.shape, part: "forecast", found: value["reason"]?.string ?? "error", offset: 0)
        }
        var reader = ForecastReader()
        guard let forecast = reader.read(value) else {
            let names = (value.object ?? []).prefix(5).map(\.name).joined(separator: ", ")
            throw DecodeError(.shape, part: "forecast", found: names, offset: 0)
        }
        out.records.append(forecast.record)
        out.rejects += reader.rejects
        for (name, count) in reader.omitted { out.omitted[name, default: 0] += count }
    }
}

extension ForecastReader {
    /// Reads a forecast of the service that the members show; `nil` if the document is of no known service.
    fileprivate mutating func read(_ value: JSON) -> Forecast? {
        if value["latitude"] != nil, (value["utc_offset_seconds"] ?? value["timezone"]) != nil {
            return readOpenMeteo(value)
        }
        guard let properties = value["properties"] else { return nil }
        if properties["timeseries"] != nil { return readNorway(value, properties: properties) }
        return properties["periods"] == nil ? nil : readUnitedStates(value, properties: properties)
    }
}
