import Decoding
import Records

/// A reader of reports in the CSV of aviationweather.gov, with lines before the header, repeated column
/// names, and the raw text with or without quotes.
struct TableReports {
    /// The names of the columns and their values.
    private(set) var providerNames = ProviderNames()
    /// The number of reports that the document states, `4909 results`; `nil` if it states none.
    private(set) var declared: Int?
    /// The warnings of the service.
    private(set) var warnings: [String] = []
    /// The greatest number of lines before the header that are read.
    private static let longestPreface = 20
    /// The number of lines before the header that are no facts about the answer.
    private var stated = 0
    /// Whether the service states that there was no error, so that what follows is a warning.
    private var isGood = false
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
                if fields.contains("raw_text") {
                    readHeader(fields)
                } else if let piece = readPreface(line, fields) {
                    found.append(piece)
                }
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

    /// Whether a line shows that a text is such a table.
    static func isSign(_ line: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        return text == "No errors" || text == "No warnings" || text.hasPrefix("data source=")
            || text.hasPrefix("raw_text,") || text.contains(text: ",raw_text,")
    }

    /// Reads a line before the header: a fact about the answer, an error or, after `No errors`, a warning.
    ///
    /// - Returns: The reject of an error, or of a header without reports; `nil` for other lines.
    private mutating func readPreface(_ line: LineReader.Line, _ fields: [String]) -> ReportPiece? {
        let text = String(decoding: line.bytes, as: UTF8.self).trimmingBlanks
        guard !text.isEmpty, !isFact(text) else { return nil }
        stated += 1
        guard stated <= TableReports.longestPreface else { return nil }
        let isHeader = fields.count > 4
        if isGood, !isHeader {
            warnings.append(String(text.prefix(200)))
            return nil
        }
        let reason = isHeader ? "has no column raw_text" : "an error of the service"
        return .stray(Reject(line: line.number, offset: line.offset, found: text, reason: reason))
    }

    /// Reads a fact about the answer.
    ///
    /// - Returns: Whether the line is one.
    private mutating func isFact(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        switch (text, words.last) {
        case ("No errors", _): isGood = true
        case ("No warnings", _): break
        case (_, "result"), (_, "results"):
            guard words.count == 2, let count = Int(words[0].filter { $0 != "," }) else { return false }
            declared = count
        case (_, "ms"): return words.count == 2 && Int(words[0]) != nil
        default: return text.hasPrefix("data source=")
        }
        return true
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
