public import Decoding
public import Records

/// A decoder of bulletins of winds and temperatures aloft, read by column since blank fields are common.
public struct WindsAloftDecoder: DocumentDecoder {
    private var bulletin: WindsBulletin
    private var lines = LineReader()
    private var hasStations = false
    /// The number of forecasts whose period is not known: they may be of another day.
    private var undated = 0
    private var stray: Reject?
    private let stations: StationTable

    /// Creates a decoder for one document; the kind has no settings.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        bulletin = WindsBulletin(clock: ReportClock(reference: context.reference))
        stations = context.stations
    }

    /// Decodes the next slice.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        for line in lines.consume(bytes) { read(line, into: &out) }
    }

    /// Decodes the rest.
    ///
    /// - Throws: `DecodeError` if there is text but no station.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        for line in lines.finish() { read(line, into: &out) }
        if undated > 0 {
            let reason = "missing or not a period: it is not known when \(undated) forecasts apply"
            out.rejects.append(Reject(field: "VALID", found: "", reason: reason))
        }
        guard !hasStations, let stray else { return }
        throw DecodeError(part: "winds aloft", found: stray.found, offset: stray.offset ?? 0)
    }

    private mutating func read(_ line: LineReader.Line, into out: inout Decoded) {
        let line = line.withoutControls
        if bulletin.parseHead(line.bytes.span) { return }
        guard let (winds, faults) = bulletin.station(line.bytes.span) else {
            let found = String(decoding: line.bytes, as: UTF8.self)
            let reject = Reject(
                line: line.number, offset: line.offset, found: found, reason: "not winds aloft")
            stray = stray ?? reject
            if bulletin.hasWinds(line.bytes.span) { out.rejects.append(reject) }
            return
        }
        hasStations = true
        if winds.from == nil || winds.until == nil { undated += 1 }
        out.records.append(record(of: winds))
        for fault in faults {
            let reason = fault.found.isEmpty ? "missing, as all above it: the line is cut off" : "not a wind"
            out.rejects.append(
                Reject(
                    line: line.number, offset: line.offset + fault.offset, key: winds.station,
                    field: fault.part, found: fault.found, reason: reason))
        }
    }

    /// Returns the record of a forecast; stations of these bulletins have national codes of three letters.
    private func record(of winds: WindsAloft) -> Record {
        var record = winds.record
        let station = stations.count > 0 ? stations.station(code: winds.station) : nil
        record.title = station?.title
        record.position = station?.position
        return record
    }
}
