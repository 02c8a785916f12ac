import Decoding
import Records

/// A reader of reports in the XML of aviationweather.gov: METAR and TAF elements, each with a raw_text.
///
/// Reads only tags and text: it follows no document type and expands only the five entities of XML, so no
/// input can make it grow.
struct XMLReports {
    private static let maximumText = 65_536
    /// The elements with the data of a station that are used.
    private static let used = [
        "raw_text", "station_id", "latitude", "longitude", "elevation_m", "observation_time", "issue_time",
    ]

    private enum State {
        case text
        case tag
        case marked
    }

    /// The names of the elements and attributes in the reports, and their values.
    private(set) var names = XMLReportNames()
    /// The number of reports that the document states, `num_results="4967"`; `nil` if it states none.
    private(set) var declared: Int?
    /// The warnings of the service, at most 20.
    private(set) var warnings: [String] = []
    private var state = State.text
    private var tag: [UInt8] = []
    private var text: [UInt8] = []
    private var fields: [String: String] = [:]
    private var start = 0
    private var offset = 0
    private var line = 1
    private var startLine = 1
    private var reportStart = (offset: 0, line: 1)
    private var isResponse = false
    private var isClosed = false

    /// Reads the next slice.
    mutating func consume(_ bytes: Span<UInt8>) -> [ReportPiece] {
        var pieces: [ReportPiece] = []
        for index in 0..<bytes.count {
            consume(bytes[index], into: &pieces)
            offset += 1
            if bytes[index] == .newline { line += 1 }
        }
        return pieces
    }

    /// Reads the end of the document and determines the error if it is not a response of the service.
    ///
    /// - Throws: `DecodeError` if it ends before its last tag.
    func finish(_ name: String) throws(DecodeError) -> [ReportPiece] {
        guard isResponse else { return [.stray(Reject(offset: 0, found: "<", reason: "not a \(name)"))] }
        guard isClosed else {
            throw DecodeError(part: "end of XML", found: String(decoding: tag, as: UTF8.self), offset: offset)
        }
        return []
    }

    private mutating func consume(_ byte: UInt8, into pieces: inout [ReportPiece]) {
        switch state {
        case .text:
            if byte == .lessThan {
                state = .tag
                tag.removeAll(keepingCapacity: true)
            } else if text.count < Self.maximumText {
                text.append(byte)
            }
        case .tag:
            if byte == .greaterThan {
                state = .text
                finishTag(into: &pieces)
            } else {
                if tag.count < 256 { tag.append(byte) }
                if tag.count == 8, tag.elementsEqual("![CDATA[".utf8) { state = .marked }
            }
        case .marked:
            if text.count < Self.maximumText { text.append(byte) }
            if byte == .greaterThan, text.suffix(3).elementsEqual("]]>".utf8) {
                text.removeLast(3)
                state = .text
            }
        }
    }

    private mutating func finishTag(into pieces: inout [ReportPiece]) {
        let isEnd = tag.first == .slash
        let name = String(
            decoding: tag.dropFirst(isEnd ? 1 : 0).prefix { $0 > .space && $0 != .slash }, as: UTF8.self)
        // Comments and instructions are no elements.
        guard tag.first != UInt8(ascii: "!"), tag.first != UInt8(ascii: "?") else { return }
        if isEnd { end(name, into: &pieces) } else { begin(name) }
    }

    private mutating func begin(_ name: String) {
        let tag = XMLTag(tag)
        switch name {
        case "response": isResponse = true
        case "data": declared = tag.attribute("num_results").flatMap { Int($0) }
        case "METAR", "TAF":
            fields = [:]
            names.beginReport()
            reportStart = (offset + 1, line)
        default: names.begin(name, tag)
        }
        if name == "raw_text" {
            start = offset + 1
            startLine = line
        }
        text.removeAll(keepingCapacity: true)
    }

    private mutating func end(_ name: String, into pieces: inout [ReportPiece]) {
        let plain = XMLReports.plain(text)
        switch name {
        case "response": isClosed = true
        case "error":
            let reason = "an error of the service"
            pieces.append(.stray(Reject(line: line, offset: offset, found: plain, reason: reason)))
        case "warning":
            if warnings.count < 20, !plain.isEmpty { warnings.append(String(plain.prefix(200))) }
        case "METAR", "TAF":
            names.endReport()
            pieces.append(entry.map { .report($0) } ?? .stray(reject))
            fields = [:]
        default:
            names.end(plain)
            if XMLReports.used.contains(name), fields[name] == nil { fields[name] = plain }
        }
    }

    /// The reject of a report without a text.
    private var reject: Reject {
        let station = fields["station_id"] ?? ""
        return Reject(
            line: reportStart.line, offset: reportStart.offset, found: station,
            reason: "without a raw report")
    }

    private var entry: ReportEntry? {
        guard let raw = fields["raw_text"], !raw.isEmpty else { return nil }
        let latitude = fields["latitude"].flatMap { Double($0) }
        let longitude = fields["longitude"].flatMap { Double($0) }
        let position = latitude.flatMap { latitude in
            longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        var entry = ReportEntry(text: Array(raw.utf8), line: startLine, offset: start)
        entry.site = Site(position: position, elevation: fields["elevation_m"].flatMap { Double($0) })
        let time = fields["observation_time"] ?? fields["issue_time"]
        entry.time = time.flatMap { UTC(iso8601: $0) }
        return entry
    }

    /// Returns the text with the five entities of XML replaced.
    private static func plain(_ text: [UInt8]) -> String {
        var plain = String(decoding: text, as: UTF8.self)
        guard text.contains(.ampersand) else { return plain }
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
        ] {
            plain = plain.replacing(text: entity, with: character)
        }
        return plain
    }
}
