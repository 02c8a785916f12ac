public import Records

/// Reads one aerodrome's conditions, forecast and winds aloft as one JSON report.
///
/// Every part is optional, unknown members are left out, and a wrong type loses that member alone.
public struct ReportDecoder: DocumentDecoder {
    private var document = WholeDocument()
    private let asked: String?

    /// Makes a decoder for one document; there is nothing to set.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        asked = context.url.flatMap(ReportDecoder.ident)
    }

    /// Reads the next slice.
    ///
    /// - Throws: When there is too much of it.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.take(bytes)
    }

    /// Reads the whole.
    ///
    /// - Throws: When it is no JSON, or no report with any part or name.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let value = try document.value(of: "report")
        var reader = ReportReader()
        let report = reader.read(value["report"] ?? value, as: .report, at: "")
        out.rejects += reader.rejects
        guard let report, let members = report.object, !members.isEmpty,
            let key = asked ?? ReportDecoder.ident(in: report), RecordKey.isValid(key)
        else {
            let names = (value.object ?? []).prefix(5).map(\.name).joined(separator: ", ")
            throw DecodeError(.shape, part: "report", found: names, offset: 0)
        }
        out.records.append(ReportDecoder.record(key, report, members))
    }

    /// The record: its parts, and the station and time that lists show.
    private static func record(_ key: String, _ report: JSON, _ members: [JSON.Member]) -> Record {
        let part = report["conditions"] ?? report["forecast"] ?? report["windsAloft"]
        var all = members
        all.append(.init("station", .string(key)))
        if let time = part?["dateIssued"] { all.append(.init("time", time)) }
        let position = part?["lat"]?.double.flatMap { latitude in
            part?["lon"]?.double.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        return Record(key: key, position: position, data: JSON.object(all).canonicalBytes)
    }

    private static func ident(in report: JSON) -> String? {
        let found =
            report["conditions"]?["ident"]?.string ?? report["forecast"]?["ident"]?.string
            ?? report["mos"]?["station"]?.string
        return found?.uppercased()
    }

    /// The last part of an address's path, which names what was asked for; `nil` when that is no indicator.
    private static func ident(_ url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let last = path.split(separator: "/").last, (3...4).contains(last.utf8.count),
            last.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 & 0xDF })
        else { return nil }
        return last.uppercased()
    }
}
