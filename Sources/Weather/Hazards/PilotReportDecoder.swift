public import Decoding
public import Records

/// A decoder of pilot reports of the Aviation Weather Center, in GeoJSON or JSON: the urgent ones first, then
/// the newest.
///
/// A report ends `MaxAge=` after its observation, two hours by default.
public struct PilotReportDecoder: LivingDecoder {
    private static let dropped: Set<String> = ["fltLvl", "geometry", "qcField", "receiptTime"]

    private var document = WholeDocument()
    private var moment: UTC
    private let maximumAge: Duration

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if `MaxAge=` is not a time span.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        moment = context.now
        guard let entry = options.last(in: "Source", named: "MaxAge") else {
            maximumAge = .seconds(2 * 3600)
            return
        }
        guard let span = TimeSpan.parse(entry.value) else { throw OptionError(entry, "is not a time span") }
        maximumAge = span
    }

    /// Sets the moment.
    public mutating func live(
        at moment: UTC, recall: @escaping (String) -> String?, zones: ZoneTables?
    ) {
        self.moment = moment
    }

    /// Appends the next slice.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.append(bytes)
    }

    /// Decodes the document.
    ///
    /// - Throws: `DecodeError` if it is not JSON, or neither a list nor a collection of features.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let part = "list of pilot reports"
        let document = try HazardDocument(try self.document.value(of: part), of: part)
        out.notes += document.notes
        var found: [(report: PilotReport, record: Record)] = []
        for element in document.elements {
            guard let element, element["rawOb"] != nil || element["obsTime"] != nil else {
                let text = element.map { String(decoding: $0.bytes.prefix(200), as: UTF8.self) } ?? ""
                out.rejects.append(Reject(found: text, reason: "not a pilot report"))
                continue
            }
            let report = PilotReport(element)
            if let record = record(of: report, into: &out) { found.append((report, record)) }
        }
        if found.isEmpty, out.omitted.isEmpty, let reject = out.rejects.first {
            throw DecodeError(.shape, part: part, found: reject.found, offset: 0)
        }
        out.records +=
            found.sorted { PilotReportDecoder.comes($0.report, before: $1.report) }.map(\.record)
            .uniquelyKeyed
    }

    private static func comes(_ left: PilotReport, before right: PilotReport) -> Bool {
        guard left.isUrgent == right.isUrgent else { return left.isUrgent }
        return left.time?.microseconds ?? .min > right.time?.microseconds ?? .min
    }

    private func record(of report: PilotReport, into out: inout Decoded) -> Record? {
        let ends = report.time.map { $0 + maximumAge }
        if let ends, ends <= moment {
            out.omitted["ended", default: 0] += 1
            return nil
        }
        let data = data(of: report, ends: ends).canonicalBytes
        let key = report.key ?? RecordHash(data).key
        if report.time == nil {
            let found = report.source.text("obsTime") ?? ""
            out.rejects.append(Reject(key: key, field: "obsTime", found: found, reason: "not a time"))
        }
        if report.position == nil {
            out.rejects.append(Reject(key: key, field: "lat", found: "", reason: "not a position"))
        }
        out.next = [out.next, ends].compactMap(\.self).min()
        return Record(
            key: key, title: report.raw.isEmpty ? nil : report.raw, position: report.position,
            group: report.source.text("pirepType"), data: data)
    }

    private func data(of report: PilotReport, ends: UTC?) -> JSON {
        var data = JSON.object(
            (report.source.object ?? []).filter { !PilotReportDecoder.dropped.contains($0.name) })
        for name in ["lat", "lon", "temp", "wdir", "wspd"] {
            data = data.with(name, data[name].flatMap { ValueType.number.value($0) } ?? data[name])
        }
        data = data.with("fltLvl", report.hundreds.map(JSON.double))
        data = data.with("obsTime", report.time.map { .string($0.description) } ?? data["obsTime"])
        data = data.with("ends", ends.map { .string($0.description) })
        data = data.with("level", .string(report.level))
        data = data.with("place", report.place.map(JSON.string))
        data = data.with("turbulence", report.turbulence.map(JSON.string))
        data = data.with("icing", report.icing.map(JSON.string))
        return data.with("urgent", report.isUrgent ? true : nil)
    }
}
