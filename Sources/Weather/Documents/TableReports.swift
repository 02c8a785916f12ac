import Decoding
import Records

/// A reader of reports in the CSV of aviationweather.gov, with lines before the header, repeated column
/// names, and the raw text with or without quotes.
struct TableReports {
    /// The names of the columns and their values.
    private(set) var providerNames = ProviderNames()
    /// The number of reports that the document states, `4909 results`; `nil` if it states none.
    private(set) var declared: Int?
    private var lines = LineReader()
    private var columns: [String: Int] = [:]
    /// The names of the columns, in order.
    private var header: [String] = []

    /// Reads the next slice.
    mutating func consume(_ bytes: Span<UInt8>) -> [ReportPiece] {
        read(lines.consume(bytes))
    }

    /// Reads the end of the document.
    mutating func finish() -> [ReportPiece] { read(lines.finish()) }

    private mutating func read(_ lines: [LineReader.Line]) -> [ReportPiece] {
        var found: [ReportPiece] = []
        for line in lines where !line.bytes.isEmpty {
            let fields = TableReports.fields(line.bytes)
            if columns.isEmpty {
                if fields.contains("raw_text") { readHeader(fields) } else { readPreface(fields) }
                continue
            }
            count(fields)
            if let entry = entry(line, fields: fields) {
                found.append(.report(entry))
            } else {
                found.append(
                    .stray(
                        Reject(
                            line: line.number, offset: line.offset,
                            found: String(decoding: line.bytes, as: UTF8.self),
                            reason: "without a raw report")))
            }
        }
        return found
    }

    /// Reads the header; if a name is repeated, the first column counts.
    private mutating func readHeader(_ fields: [String]) {
        for (index, name) in fields.enumerated() where columns[name] == nil { columns[name] = index }
        header = fields
    }

    /// Reads a line before the header.
    private mutating func readPreface(_ fields: [String]) {
        let words = fields[0].split(separator: " ")
        if words.count == 2, words[1] == "results" { declared = Int(words[0]) }
    }

    /// Counts the names and values of a row; a row has all columns, with or without a value.
    private mutating func count(_ fields: [String]) {
        providerNames.addRecord()
        for (index, name) in header.enumerated() {
            let place = providerNames.add(name)
            if index < fields.count { providerNames.addText(fields[index], of: place) }
        }
    }

    private func entry(_ line: LineReader.Line, fields: [String]) -> ReportEntry? {
        guard let text = field("raw_text", fields: fields) else { return nil }
        let latitude = field("latitude", fields: fields).flatMap { Double($0) }
        let longitude = field("longitude", fields: fields).flatMap { Double($0) }
        let position = latitude.flatMap { latitude in
            longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        var entry = ReportEntry(text: Array(text.utf8), line: line.number, offset: line.offset)
        entry.site = Site(
            position: position, elevation: field("elevation_m", fields: fields).flatMap { Double($0) })
        let time = field("observation_time", fields: fields) ?? field("issue_time", fields: fields)
        entry.time = time.flatMap { UTC(iso8601: $0) }
        return entry
    }

    private func field(_ name: String, fields: [String]) -> String? {
        guard let index = columns[name], index < fields.count, !fields[index].isEmpty else { return nil }
        return fields[index]
    }

    /// Returns the fields of a line without quotes.
    private static func fields(_ bytes: [UInt8]) -> [String] {
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        for (index, byte) in bytes.enumerated() {
            if byte == .quote {
                // A doubled quote stands for one.
                if !isQuoted, index > 0, bytes[index - 1] == .quote, !field.isEmpty { field.append(byte) }
                isQuoted.toggle()
            } else if byte == .comma, !isQuoted {
                fields.append(String(decoding: field, as: UTF8.self))
                field.removeAll(keepingCapacity: true)
            } else {
                field.append(byte)
            }
        }
        fields.append(String(decoding: field, as: UTF8.self))
        return fields
    }
}
