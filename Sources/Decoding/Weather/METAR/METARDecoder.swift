public import Records

/// Reads documents of one or thousands of METARs: plain lists and bulletins.
///
/// What aviationweather.gov wraps in JSON, XML or CSV is read by `WeatherDocument` around it.
public struct METARDecoder: DocumentDecoder {
    private var splitter = ReportSplitter(headedBy: ["METAR", "SPECI"], isOneALine: true)
    private let clock: ReportClock
    private var hasReports = false
    private var stray: Reject?

    /// Makes a decoder for one document; there is nothing to set.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        clock = ReportClock(reference: context.reference)
    }

    /// Reads the next slice of text.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        for piece in splitter.take(bytes) { take(piece, &out) }
    }

    /// Reads what is left.
    ///
    /// - Throws: When there was text but no report at all.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        for piece in splitter.finish() { take(piece, &out) }
        guard !hasReports, let stray else { return }
        throw DecodeError(part: "METAR", found: stray.found, offset: stray.offset ?? 0)
    }

    private mutating func take(_ piece: ReportSplitter.Piece, _ out: inout Decoded) {
        guard case .report(let heading) = piece.sort else {
            let reject = Reject(
                line: piece.line, offset: piece.offset, found: String(decoding: piece.text, as: UTF8.self),
                reason: "not a METAR")
            stray = stray ?? reject
            out.rejects.append(reject)
            return
        }
        out.add(piece) { (bytes) throws(DecodeError) in
            var metar = try METAR(bytes, clock: clock)
            if heading?.begins("SPECI") ?? false { metar.isSpecial = true }
            return (metar.record(clock: clock), metar.faults)
        }
        hasReports = true
    }
}
