public import Decoding
public import Records
import Schemas

/// A decoder of JSON reports with the conditions, forecast and winds aloft of one aerodrome.
///
/// Every part is optional. Unknown members are left out, and a member of a wrong type is rejected alone.
public struct ReportDecoder: DocumentDecoder {
    private var document = WholeDocument()
    private let asked: String?

    /// Creates a decoder for one document; the kind has no settings.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        asked = context.url.flatMap(ReportDecoder.ident)
    }

    /// Decodes the next slice.
    ///
    /// - Throws: `DecodeError` if the document is too large.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.append(bytes)
    }

    /// Decodes the whole document.
    ///
    /// - Throws: `DecodeError` if it is not JSON, or a report without any part or name.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let value = try document.value(of: "report")
        var reader = ReportReader()
        let report = reader.read(value["report"] ?? value, as: .object(Schema.document), at: "")
        out.rejects += reader.rejects
        guard let report, let members = report.object, !members.isEmpty,
            let key = asked ?? ReportDecoder.ident(in: report), RecordKey.isValid(key)
        else {
            let names = (value.object ?? []).prefix(5).map(\.name).joined(separator: ", ")
            throw DecodeError(.shape, part: "report", found: names, offset: 0)
        }
        out.records.append(ReportDecoder.record(key, report: report, members: members))
    }

    /// Returns the record: the parts, and the station and time for lists.
    private static func record(_ key: String, report: JSON, members: [JSON.Member]) -> Record {
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

    /// Returns the last path component of a URL, the requested aerodrome; `nil` if it is not an indicator.
    private static func ident(_ url: String) -> String? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let last = path.split(separator: "/").last, (3...4).contains(last.utf8.count),
            last.utf8.allSatisfy(\.isLetterOrDigit)
        else { return nil }
        return last.uppercased()
    }
}
