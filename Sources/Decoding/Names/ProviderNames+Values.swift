package import Records

extension ProviderNames {
    /// Counts the value of a member in JSON: texts, also those in an array.
    ///
    /// - Parameters:
    ///   - value: The value; any but a text, null, an array and an object is none of an enumeration.
    ///   - place: The place inside the name of the member.
    package mutating func addValue(_ value: JSON, of place: Place) {
        guard countsValues(of: place) else { return }
        switch value {
        case .string(let text): addValue(text, of: place)
        case .number, .bool: openValues(of: place)
        case .array(let elements):
            for element in elements { if case .string(let text) = element { addValue(text, of: place) } }
        case .null, .object: break
        }
    }

    /// Counts the value of a member in JSON that a scanner is at, like `addValue`, but no texts in arrays.
    ///
    /// - Parameters:
    ///   - scanner: The scanner, which stays where it is.
    ///   - bytes: Its text.
    ///   - place: The place inside the name of the member.
    package mutating func addValue(at scanner: JSONScanner, in bytes: Span<UInt8>, of place: Place) {
        guard countsValues(of: place) else { return }
        var ahead = scanner
        switch ahead.peek(bytes) {
        case .quote: addString(at: ahead, in: bytes, of: place)
        case .leftBrace, .leftBracket, UInt8(ascii: "n"), nil: break
        default: openValues(of: place)
        }
    }

    private mutating func addString(at scanner: JSONScanner, in bytes: Span<UInt8>, of place: Place) {
        var plain = scanner
        // Most values were counted before: to compare their bytes is cheaper than to make strings of them.
        if let range = plain.plainString(bytes), addKnownValue(bytes.extracting(range), of: place) { return }
        var ahead = scanner
        // A text that is not UTF-8 is an error only for those who read the member.
        guard let text = try? ahead.string(bytes) else { return openValues(of: place) }
        addValue(text, of: place)
    }

    /// Counts the text of an element without surrounding white space.
    package mutating func addText(_ text: String, of place: Place) {
        guard countsValues(of: place) else { return }
        addValue(text.withoutSurroundingSpace, of: place)
    }
}

extension String {
    /// The text without white space at its ends, which is rare.
    package var withoutSurroundingSpace: String {
        guard let first = utf8.first, let last = utf8.last, first.isWhitespace || last.isWhitespace else {
            return self
        }
        let rest = utf8.drop { $0.isWhitespace }
        guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(Substring(rest[...end]))
    }
}
