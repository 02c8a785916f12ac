extension JSONScanner {
    /// Skips the next value without building it; checks everything but the UTF-8 of its strings.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - depth: The nesting depth of the value.
    /// - Throws: `JSONError` if it is not JSON or nests deeper than `JSON.maximumDepth`.
    public mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) {
        guard depth <= JSON.maximumDepth else { throw JSONError(expected: "more depth", at: offset) }
        switch peek(bytes) {
        case .leftBrace: try skipMembers(bytes, depth: depth)
        case .leftBracket: try skipElements(bytes, depth: depth)
        case .quote: try skipString(bytes)
        case UInt8(ascii: "t"): try word("true", in: bytes)
        case UInt8(ascii: "f"): try word("false", in: bytes)
        case UInt8(ascii: "n"): try word("null", in: bytes)
        case .some(.hyphen), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): _ = try number(bytes)
        default: throw JSONError(expected: "value", at: offset)
        }
    }

    private mutating func skipElements(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) {
        offset += 1
        if consume(.rightBracket, in: bytes) { return }
        repeat { try skipValue(bytes, depth: depth + 1) } while consume(.comma, in: bytes)
        try expect(.rightBracket, as: "end of array", in: bytes)
    }

    private mutating func skipMembers(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) {
        offset += 1
        if consume(.rightBrace, in: bytes) { return }
        repeat {
            _ = peek(bytes)
            try skipString(bytes)
            try expect(.colon, as: "colon", in: bytes)
            try skipValue(bytes, depth: depth + 1)
        } while consume(.comma, in: bytes)
        try expect(.rightBrace, as: "end of object", in: bytes)
    }
}
