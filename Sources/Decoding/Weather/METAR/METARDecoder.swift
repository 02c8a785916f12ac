public import Records

/// Reads documents of one or thousands of METARs: plain lists, bulletins, and what aviationweather.gov and
/// api.weather.gov wrap in JSON, XML or CSV.
public struct METARDecoder: DocumentDecoder {
    private var document = ReportDocument(
        of: "METAR", splitter: ReportSplitter(headedBy: ["METAR", "SPECI"], isOneALine: true))
    private let clock: ReportClock
    private let stations: StationTable

    /// Makes a decoder for one document; there is nothing to set.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        clock = ReportClock(reference: context.reference)
        stations = context.stations
    }

    /// Reads the next slice.
    ///
    /// - Throws: When the document is a web page, or JSON that breaks its rules.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        add(try document.take(bytes), to: &out)
    }

    /// Reads what is left.
    ///
    /// - Throws: As `decode`; also when there was text but no report at all.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        add(try document.finish(), to: &out)
    }

    private func add(_ pieces: [ReportPiece], to out: inout Decoded) {
        for piece in pieces {
            guard let entry = out.entry(of: piece) else { continue }
            let clock = entry.clock(in: clock)
            out.add(entry) { (bytes) throws(DecodeError) in
                var metar = try METAR(bytes, clock: clock)
                if entry.heading?.begins("SPECI") ?? false { metar.isSpecial = true }
                let site = Site(entry.site, stations[metar.station.description])
                return (metar.record(clock: clock, site: site), metar.faults)
            }
        }
    }
}
