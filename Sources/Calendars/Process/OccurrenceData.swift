import Records

/// The data of an occurrence as the process sent them, made canonical without building them.
///
/// The process is not trusted: whatever this accepts is an object in canonical form.
struct OccurrenceData {
    /// The data in canonical form.
    let bytes: [UInt8]
    /// The title; `nil` if there is none.
    let summary: String?
    /// The place; `nil` if there is none.
    let position: Position?

    /// A member, with the range of its value in the line.
    private struct Member {
        let name: String
        let value: Range<Int>
    }

    /// Reads the next value of a line.
    ///
    /// - Parameters:
    ///   - line: A line that was validated as UTF-8.
    ///   - scanner: The place in it.
    /// - Throws: `JSONError` if the value is not an object, or an object with the same name twice.
    init(_ line: Span<UInt8>, _ scanner: inout JSONScanner) throws(JSONError) {
        var members: [Member] = []
        var summary: String?
        var position: Position?
        try scanner.readMembers(line) { (name, scanner) throws(JSONError) in
            _ = scanner.peek(line)
            let start = scanner.offset
            switch name {
            case "summary": summary = try scanner.text(line)
            case "geo": position = Position(geo: try scanner.value(line))
            default: try scanner.skipValue(line)
            }
            members.append(Member(name: name, value: start..<scanner.offset))
        }
        self.summary = summary
        self.position = position
        bytes = try OccurrenceData.object(of: members.sorted { $0.name.precedes($1.name) }, in: line)
    }

    private static func object(of members: [Member], in line: Span<UInt8>) throws(JSONError) -> [UInt8] {
        var writer = JSONWriter(capacity: line.count)
        writer.beginObject()
        var last: String?
        for member in members {
            guard last != member.name else {
                throw JSONError(expected: "another name", at: member.value.lowerBound)
            }
            last = member.name
            writer.name(member.name)
            try writer.canonicalValue(line.extracting(member.value))
        }
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a value in canonical form; most are strings that already have it.
    fileprivate mutating func canonicalValue(_ text: Span<UInt8>) throws(JSONError) {
        if text[0] == .quote, text.plainEnd(from: 1) == text.count - 1 {
            return string(utf8: text.extracting(1..<(text.count - 1)))
        }
        var scanner = JSONScanner()
        value(try scanner.value(text).canonical)
    }
}

extension Position {
    /// The position that the member `geo` states; `nil` if it states none.
    fileprivate init?(geo: JSON) {
        guard let latitude = geo["latitude"]?.double, let longitude = geo["longitude"]?.double else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}
