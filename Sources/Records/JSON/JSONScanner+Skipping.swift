extension JSONScanner {
    /// Steps over the value that comes next without making it; checks all but that its strings are UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - depth: How deep the value lies already.
    /// - Throws: When it is not JSON, or nests deeper than `JSON.maximumDepth`.
    public mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) {
        guard depth <= JSON.maximumDepth else { throw JSONError(expected: "more depth", at: offset) }
        switch peek(bytes) {
        case 0x7B: try skipMembers(bytes, depth)
        case 0x5B: try skipElements(bytes, depth)
        case 0x22: try skipString(bytes)
        case 0x74: try word("true", bytes)
        case 0x66: try word("false", bytes)
        case 0x6E: try word("null", bytes)
        case .some(0x2D), .some(0x30...0x39): _ = try number(bytes)
        default: throw JSONError(expected: "value", at: offset)
        }
    }

    private mutating func skipElements(_ bytes: Span<UInt8>, _ depth: Int) throws(JSONError) {
        offset += 1
        if take(0x5D, bytes) { return }
        repeat { try skipValue(bytes, depth: depth + 1) } while take(0x2C, bytes)
        try expect(0x5D, "end of array", bytes)
    }

    private mutating func skipMembers(_ bytes: Span<UInt8>, _ depth: Int) throws(JSONError) {
        offset += 1
        if take(0x7D, bytes) { return }
        repeat {
            _ = peek(bytes)
            try skipString(bytes)
            try expect(0x3A, "colon", bytes)
            try skipValue(bytes, depth: depth + 1)
        } while take(0x2C, bytes)
        try expect(0x7D, "end of object", bytes)
    }
}
