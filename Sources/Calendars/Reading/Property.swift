import Decoding
import Records

/// A property of a document, such as `DTSTART`.
///
/// Source: RFC 5545, 3.1 and 3.2.
struct Property {
    /// The name.
    let name: PropertyName
    /// Whether nothing follows the name, so that the line is no sentence with a colon.
    let isNamed: Bool
    /// The parameters with the semicolon before each.
    private let parameters: ArraySlice<UInt8>
    /// The value as it stands in the document.
    private let bytes: ArraySlice<UInt8>

    /// Reads a line; `nil` if it is no property.
    init?(_ line: ArraySlice<UInt8>) {
        let isPart: (UInt8) -> Bool = { $0 == .semicolon || $0 == .colon }
        guard let end = line.firstIndex(where: isPart),
            let colon = Property.colon(of: line[end...]) ?? line.firstIndex(of: .colon)
        else { return nil }
        let letters = line[..<end].drop { $0 <= .space }.prefix { $0 > .space }
        guard !letters.isEmpty, letters.count <= 64 else { return nil }
        isNamed = line[letters.endIndex..<end].allSatisfy { $0 <= .space }
        name =
            letters.contains(where: \.isLowercase)
            ? .named(String(decoding: letters, as: UTF8.self).uppercased().utf8.span) : .named(letters.span)
        parameters = end < colon ? line[end..<colon] : line[end..<end]
        bytes = line[(colon + 1)...]
    }

    /// Creates a property with another value.
    private init(_ other: Property, _ bytes: ArraySlice<UInt8>) {
        name = other.name
        isNamed = other.isNamed
        parameters = other.parameters
        self.bytes = bytes
    }

    /// Returns where the value begins: the first colon outside quotation marks.
    private static func colon(of rest: ArraySlice<UInt8>) -> Int? {
        var isQuoted = false
        for index in rest.indices {
            let byte = rest[index]
            if byte == .quote { isQuoted.toggle() }
            if byte == .colon, !isQuoted { return index }
        }
        return nil
    }

    /// The value as it stands in the document, without white space at its ends.
    var value: String { String(decoding: bytes.trimmed, as: UTF8.self) }

    /// The value of a text, without its escapes and white space at its ends.
    ///
    /// A backslash before a character that needs none is left out; one at the end stays.
    ///
    /// Source: RFC 5545, 3.3.11; RFC 2045, 6.7 for the encoding of vCalendar 1.0.
    var text: String {
        let bytes = (isQuotedPrintable ? decoded : bytes).trimmed
        guard bytes.contains(.backslash) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var isEscaped = false
        for byte in bytes {
            if !isEscaped, byte == .backslash {
                isEscaped = true
                continue
            }
            let isLineFeed = isEscaped && byte.lowercased == UInt8(ascii: "n")
            text.append(isLineFeed ? .newline : byte)
            isEscaped = false
        }
        if isEscaped { text.append(.backslash) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The property once for each of its values, which have commas between them; a comma after a backslash
    /// belongs to a value.
    var single: [Property] {
        guard bytes.contains(.comma) else { return [self] }
        var found: [Property] = []
        var start = bytes.startIndex
        var isEscaped = false
        for index in bytes.indices {
            if !isEscaped, bytes[index] == .comma {
                found.append(Property(self, bytes[start..<index]))
                start = index + 1
            }
            isEscaped = !isEscaped && bytes[index] == .backslash
        }
        found.append(Property(self, bytes[start...]))
        return found
    }

    private var isQuotedPrintable: Bool {
        !parameters.isEmpty && parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE"
    }

    /// The value without its encoding, in UTF-8; as it stands in the document if its character encoding is
    /// unknown.
    private var decoded: ArraySlice<UInt8> {
        let decoded = bytes.decodedQuotedPrintable
        if String(validating: decoded, as: UTF8.self) != nil { return decoded }
        guard let label = parameter("CHARSET").flatMap({ CharsetLabel($0, of: .declaration) }) else {
            return bytes
        }
        var text: [UInt8] = []
        var decoder = TextDecoder(labels: [label])
        decoder.decode(Array(decoded).span, into: &text)
        decoder.finish(into: &text)
        return text[...]
    }

    /// Returns a parameter such as `TZID`, without quotation marks; `nil` if there is none.
    func parameter(_ name: String) -> String? {
        var rest = parameters
        while let start = rest.firstIndex(of: .semicolon) {
            rest = rest[(start + 1)...]
            guard let equals = rest.firstIndex(where: { $0 == .equals || $0 == .semicolon }) else {
                return nil
            }
            guard rest[equals] == .equals else { continue }
            let found = rest[..<equals].trimmed
            let value = rest[(equals + 1)...]
            let end = Property.end(of: value)
            rest = rest[end...]
            let isSame =
                found.count == name.utf8.count && zip(found, name.utf8).allSatisfy { $0.uppercased == $1 }
            if isSame { return Property.unquoted(value[..<end].trimmed) }
        }
        return nil
    }

    /// Returns where a parameter's value ends: at the next semicolon outside quotation marks.
    private static func end(of value: ArraySlice<UInt8>) -> Int {
        var isQuoted = false
        for index in value.indices {
            if value[index] == .quote { isQuoted.toggle() }
            if value[index] == .semicolon, !isQuoted { return index }
        }
        return value.firstIndex(of: .semicolon) ?? value.endIndex
    }

    /// Returns the text of a parameter's value.
    ///
    /// Source: RFC 6868 for the circumflex.
    private static func unquoted(_ value: ArraySlice<UInt8>) -> String {
        let plain = value.filter { $0 != .quote }
        guard plain.contains(.caret) else { return String(decoding: plain, as: UTF8.self) }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in plain {
            if !isEscaped, byte == .caret {
                isEscaped = true
                continue
            }
            switch (isEscaped, byte) {
            case (true, UInt8(ascii: "n")): text.append(.newline)
            case (true, .apostrophe): text.append(.quote)
            case (true, .caret): text.append(byte)
            case (true, _): text += [.caret, byte]
            case (false, _): text.append(byte)
            }
            isEscaped = false
        }
        if isEscaped { text.append(.caret) }
        return String(decoding: text, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space at both ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let rest = drop { $0 <= .space }
        guard let last = rest.lastIndex(where: { $0 > .space }) else { return rest.prefix(0) }
        return rest[...last]
    }

    /// The bytes that the encoding `QUOTED-PRINTABLE` states.
    fileprivate var decodedQuotedPrintable: ArraySlice<UInt8> {
        var decoded: [UInt8] = []
        var index = startIndex
        while index < endIndex {
            if self[index] == .equals, index + 2 < endIndex, let high = self[index + 1].hexadecimalValue,
                let low = self[index + 2].hexadecimalValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded[...]
    }
}
