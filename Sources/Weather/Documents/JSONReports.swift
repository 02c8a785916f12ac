import Decoding
import Records

/// A reader of reports in JSON: an array of objects, or the features of api.weather.gov.
///
/// Source: aviationweather.gov's OpenAPI (rawOb, rawTAF), api.weather.gov's (rawMessage).
struct JSONReports {
    private static let names = ["rawOb", "rawTAF", "rawMessage", "raw_text", "rawText", "raw"]

    /// The members of the reports.
    private(set) var providerNames = ProviderNames()
    private var elements = JSONElements(JSONFormat())
    /// The provider's errors beside reports, at most one of each object.
    private(set) var errors: [String] = []

    /// Reads the next slice.
    mutating func consume(_ bytes: Span<UInt8>) throws(DecodeError) -> [ReportPiece] {
        elements.makeRoom()
        for index in 0..<bytes.count { elements.text.append(bytes[index]) }
        return try read()
    }

    /// Reads the end of the document.
    mutating func finish() throws(DecodeError) -> [ReportPiece] {
        elements.finish()
        let found = try read()
        try elements.checkEnd()
        return found
    }

    private mutating func read() throws(DecodeError) -> [ReportPiece] {
        var found: [ReportPiece] = []
        while let element = try elements.next() {
            collect(try elements.value(element), at: element.offset, into: &found)
        }
        return found
    }

    private mutating func collect(_ value: JSON, at offset: Int, into pieces: inout [ReportPiece]) {
        if let features = value["features"]?.array {
            for feature in features { collect(feature, at: offset, into: &pieces) }
            return collectError(beside: features.count, in: value, at: offset, into: &pieces)
        }
        let members = value["properties"] ?? value
        providerNames.addRecord()
        if let members = members.object {
            // A span visits the members without copying them.
            let span = members.span
            for index in span.indices {
                providerNames.addValue(span[index].value, of: providerNames.add(span[index].name))
            }
        }
        guard let text = JSONReports.names.lazy.compactMap({ members[$0]?.string }).first, !text.isEmpty
        else {
            let found = String(decoding: value.bytes.prefix(120), as: UTF8.self)
            pieces.append(.stray(Reject(offset: offset, found: found, reason: "without a raw report")))
            return
        }
        var entry = ReportEntry(text: Array(text.utf8), line: nil, offset: offset)
        entry.site = JSONReports.site(members, geometry: value["geometry"])
        entry.time = JSONReports.time(members)
        pieces.append(.report(entry))
    }

    /// Adds the provider's error in place of reports; one beside some is a remark.
    private mutating func collectError(
        beside count: Int, in document: JSON, at offset: Int, into pieces: inout [ReportPiece]
    ) {
        var surroundings = JSONSurroundings()
        surroundings.add(of: document)
        guard let error = surroundings.error(isAlone: count == 0) else { return }
        if count > 0 { return errors.append("the document also states an error: \(error)") }
        pieces.append(.stray(Reject(offset: offset, found: error, reason: "an error of the service")))
    }

    private static func site(_ members: JSON, geometry: JSON?) -> Site {
        let point = geometry?["coordinates"]?.array?.compactMap(\.double) ?? []
        let latitude = members["lat"]?.double ?? (point.count >= 2 ? point[1] : nil)
        let longitude = members["lon"]?.double ?? (point.count >= 2 ? point[0] : nil)
        let position = latitude.flatMap { latitude in
            longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        let elevation = members["elev"]?.double ?? members["elevation"]?["value"]?.double
        return Site(name: members["name"]?.string, position: position, elevation: elevation)
    }

    /// Parses seconds since 1970 or ISO 8601, with a space instead of the T in older responses.
    private static func time(_ members: JSON) -> UTC? {
        if let seconds = members["obsTime"]?.int, let time = UTC(epoch: seconds) { return time }
        let names = ["reportTime", "issueTime", "bulletinTime", "timestamp", "obsTime", "receiptTime"]
        return names.lazy.compactMap { members[$0]?.string.flatMap { UTC(iso8601: $0) } }.first
    }
}
