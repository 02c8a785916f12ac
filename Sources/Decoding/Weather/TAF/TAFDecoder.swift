public import Records

/// Reads documents of one or thousands of TAFs: plain lists, bulletins, and what aviationweather.gov wraps in JSON,
/// XML or CSV.
public struct TAFDecoder: DocumentDecoder {
    private var document = ReportDocument(
        of: "TAF", splitter: ReportSplitter(headedBy: ["TAF"], isOneALine: false))
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
    /// - Throws: As `decode`; also when there was text but no forecast at all.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        add(try document.finish(), to: &out)
    }

    private func add(_ pieces: [ReportPiece], to out: inout Decoded) {
        for piece in pieces {
            guard let entry = out.entry(of: piece) else { continue }
            let clock = entry.clock(in: clock)
            out.add(entry) { (bytes) throws(DecodeError) in
                let taf = try TAF(bytes, clock: clock)
                let site = Site(entry.site, stations[taf.station.description])
                return (taf.record(site: site), taf.faults)
            }
        }
    }
}
