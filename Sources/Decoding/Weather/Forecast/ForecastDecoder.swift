public import Records

/// Reads a general forecast of Open-Meteo, MET Norway or api.weather.gov: one record, the same form for all.
public struct ForecastDecoder: DocumentDecoder {
    private var document = WholeDocument()

    /// Makes a decoder for one document; there is nothing to set.
    public init(options: Options, context: DocumentContext) throws(OptionError) {}

    /// Reads the next slice.
    ///
    /// - Throws: When there is too much of it.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.take(bytes)
    }

    /// Reads the whole.
    ///
    /// - Throws: When it is no JSON, or a forecast of none of the services.
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
