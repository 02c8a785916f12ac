public import Records

/// Reads bulletins of winds and temperatures aloft, by column: blank fields are common.
public struct WindsAloftDecoder: DocumentDecoder {
    private var bulletin: WindsBulletin
    private var lines = LineReader()
    private var hasStations = false
    private var stray: Reject?
    private let stations: StationTable

    /// Makes a decoder for one document; there is nothing to set.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        bulletin = WindsBulletin(clock: ReportClock(reference: context.reference))
        stations = context.stations
    }

    /// Reads the next slice of text.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        for line in lines.take(bytes) { take(line, &out) }
    }

    /// Reads what is left.
    ///
    /// - Throws: When there was text but no station at all.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        for line in lines.finish() { take(line, &out) }
        guard !hasStations, let stray else { return }
        throw DecodeError(part: "winds aloft", found: stray.found, offset: stray.offset ?? 0)
    }

    private mutating func take(_ line: LineReader.Line, _ out: inout Decoded) {
        if bulletin.takeHead(line.bytes.span) { return }
        guard let (winds, faults) = bulletin.station(line.bytes.span) else {
            let found = String(decoding: line.bytes, as: UTF8.self)
            stray =
                stray
                ?? Reject(line: line.number, offset: line.offset, found: found, reason: "not winds aloft")
            return
        }
        hasStations = true
        out.records.append(record(of: winds))
        for fault in faults {
            out.rejects.append(
                Reject(
                    line: line.number, offset: line.offset + fault.offset, key: winds.station,
                    field: fault.part,
                    found: fault.found, reason: "not a wind"))
        }
    }

    /// Stations of these bulletins bear national codes of three letters.
    private func record(of winds: WindsAloft) -> Record {
        var record = winds.record
        let station = stations.count > 0 ? stations.station(code: winds.station) : nil
        (record.title, record.position) = (station?.title, station?.position)
        return record
    }
}
