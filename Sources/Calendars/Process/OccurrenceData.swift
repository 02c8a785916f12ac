import Decoding
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

    /// The ranges of the name of a member, without its quotes, and of its value in the line.
    fileprivate struct Member {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Reads the next value of a line.
    ///
    /// - Parameters:
    ///   - line: A line that was validated as UTF-8.
    ///   - scanner: The place in it.
    /// - Throws: `JSONError` if the value is not an object, or an object with the same name twice or a name
    ///   with escapes.
    init(_ line: Span<UInt8>, _ scanner: inout JSONScanner) throws(JSONError) {
        var members: [Member] = []
        members.reserveCapacity(12)
        var summary: String?
        var position: Position?
        try scanner.readPlainMembers(line) { (name, scanner) throws(JSONError) in
            _ = scanner.peek(line)
            let start = scanner.offset
            if line.extracting(name).hasSameBytes(as: "summary".utf8.span) {
                summary = try scanner.text(line)
            } else if line.extracting(name).hasSameBytes(as: "geo".utf8.span) {
                position = Position(geo: try scanner.value(line))
            } else {
                try scanner.skipValue(line)
            }
            members.append(Member(name: name, value: start..<scanner.offset))
        }
        self.summary = summary
        self.position = position
        let sorted = members.sorted { line.extracting($0.name).precedes(line.extracting($1.name)) }
        bytes = try OccurrenceData.object(of: sorted, in: line)
    }

    private static func object(of members: [Member], in line: Span<UInt8>) throws(JSONError) -> [UInt8] {
        var writer = JSONWriter(capacity: line.count)
        writer.beginObject()
        var last = 0..<0
        for (number, member) in members.enumerated() {
            guard number == 0 || !line.extracting(last).hasSameBytes(as: line.extracting(member.name)) else {
                throw JSONError(expected: "another name", at: member.value.lowerBound)
            }
            last = member.name
            try member.write(line, to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension OccurrenceData.Member {
    /// Writes the member in canonical form; most have it already.
    fileprivate func write(_ line: Span<UInt8>, to writer: inout JSONWriter) throws(JSONError) {
        let text = line.extracting(value)
        guard value.lowerBound == name.upperBound + 2, isCanonical(text) else {
            writer.name(line.text(name))
            var scanner = JSONScanner()
            return writer.value(try scanner.value(text).canonical)
        }
        writer.member(literal: line.extracting(name.lowerBound - 1..<value.upperBound))
    }

    /// Whether a valid value is a string without escapes or a truth value.
    private func isCanonical(_ text: Span<UInt8>) -> Bool {
        switch text[0] {
        case .quote: text.plainEnd(from: 1) == text.count - 1
        case UInt8(ascii: "t"), UInt8(ascii: "f"): true
        default: false
        }
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
