public import Decoding
public import Records

/// A decoder of METARs in plain lists, bulletins, and the JSON, XML and CSV of aviationweather.gov and
/// api.weather.gov.
public struct METARDecoder: DocumentDecoder {
    private var document = ReportDocument(
        of: "METAR", splitter: ReportSplitter(headedBy: ["METAR", "SPECI"], form: .observations))
    private let clock: ReportClock
    private let stations: StationTable

    /// Creates a decoder for one document; the kind has no settings.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        clock = ReportClock(reference: context.reference)
        stations = context.stations
    }

    /// Decodes the next slice.
    ///
    /// - Throws: `DecodeError` if the document is a web page, or invalid JSON.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        add(try document.consume(bytes), to: &out)
    }

    /// Decodes the rest.
    ///
    /// - Throws: `DecodeError`, as `decode`; also if there is text but no report.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        defer { out.providerNames = document.providerNames }
        add(try document.finish(), to: &out)
        out.notes += document.notes
    }

    private func add(_ pieces: [ReportPiece], to out: inout Decoded) {
        for piece in pieces {
            guard let entry = out.entry(of: piece) else { continue }
            let clock = entry.clock(in: clock)
            out.add(entry) { (bytes) throws(DecodeError) in
                var metar = try METAR(bytes, clock: clock)
                metar.apply(entry.heading)
                let site = Site(entry.site, table: stations[metar.station.description])
                let remarks = metar.remarks
                let record = metar.record(clock: clock, site: site, remarks: remarks)
                return (record, metar.faults(remarks, site: site))
            }
        }
    }
}
