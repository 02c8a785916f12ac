public import Records

/// Reads documents of one or thousands of TAFs: plain lists and bulletins.
public struct TAFDecoder: DocumentDecoder {
    private var splitter = ReportSplitter(headedBy: ["TAF"], isOneALine: false)
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
    /// - Throws: When there was text but no forecast at all.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        for piece in splitter.finish() { take(piece, &out) }
        guard !hasReports, let stray else { return }
        throw DecodeError(part: "TAF", found: stray.found, offset: stray.offset ?? 0)
    }

    private mutating func take(_ piece: ReportSplitter.Piece, _ out: inout Decoded) {
        guard case .report = piece.sort else {
            let reject = Reject(
                line: piece.line, offset: piece.offset, found: String(decoding: piece.text, as: UTF8.self),
                reason: "not a TAF")
            stray = stray ?? reject
            out.rejects.append(reject)
            return
        }
        out.add(piece) { (bytes) throws(DecodeError) in
            let taf = try TAF(bytes, clock: clock)
            return (taf.record(), taf.faults)
        }
        hasReports = true
    }
}
