extension JSONScanner {
    /// Reads a text that is an object, member by member, without building it.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - read: A function that is called with the name of each member, in their order; it reads or skips
    ///     the value.
    /// - Throws: `JSONError` if the text is not an object, and the errors of `read`.
    public static func members(
        _ bytes: Span<UInt8>, read: (String, inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        var scanner = JSONScanner()
        try scanner.readMembers(bytes, read: read)
        if scanner.peek(bytes) != nil { throw JSONError(expected: "end", at: scanner.offset) }
    }

    /// Reads the next value, which must be an object, member by member, without building it.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - read: A function that is called with the name of each member, in their order; it reads or skips
    ///     the value.
    /// - Throws: `JSONError` if there is no object, and the errors of `read`.
    package mutating func readMembers(
        _ bytes: Span<UInt8>, read: (String, inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try expect(.leftBrace, as: "object", in: bytes)
        if consume(.rightBrace, in: bytes) { return }
        repeat {
            let name = try string(bytes)
            try expect(.colon, as: "colon", in: bytes)
            try read(name, &self)
        } while consume(.comma, in: bytes)
        try expect(.rightBrace, as: "end of object", in: bytes)
    }

    /// Reads the next value, which must be an object whose names have no escapes, member by member.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - read: A function that is called with the range of each name, without its quotes, in their order;
    ///     it reads or skips the value.
    /// - Throws: `JSONError` if there is no such object, and the errors of `read`.
    package mutating func readPlainMembers(
        _ bytes: Span<UInt8>, read: (Range<Int>, inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try expect(.leftBrace, as: "object", in: bytes)
        if consume(.rightBrace, in: bytes) { return }
        repeat {
            guard let name = plainString(bytes) else {
                throw JSONError(expected: "name without escapes", at: offset)
            }
            try expect(.colon, as: "colon", in: bytes)
            try read(name, &self)
        } while consume(.comma, in: bytes)
        try expect(.rightBrace, as: "end of object", in: bytes)
    }

    /// Reads the next value if it is a string; skips any other.
    ///
    /// - Returns: `nil` for another value.
    /// - Throws: `JSONError` if there is no value.
    public mutating func text(_ bytes: Span<UInt8>) throws(JSONError) -> String? {
        guard peek(bytes) == .quote else {
            try skipValue(bytes)
            return nil
        }
        return try string(bytes)
    }

    /// Reads the next value if it is a whole number that fits; skips any other.
    ///
    /// - Returns: `nil` for another value.
    /// - Throws: `JSONError` if there is no value.
    public mutating func int(_ bytes: Span<UInt8>) throws(JSONError) -> Int? {
        if let value = plainInt(bytes) { return value }
        return try value(bytes).int
    }

    /// Consumes a number without sign, leading zero and fraction, directly before a comma or a bracket.
    ///
    /// - Returns: `nil` if the next value is another one, which is not consumed then.
    private mutating func plainInt(_ bytes: Span<UInt8>) -> Int? {
        var at = offset
        var value = 0
        while at < bytes.count, value < .max / 100, bytes[at].isDigit {
            value = value * 10 + Int(bytes[at] & 15)
            if value == 0 { return nil }
            at += 1
        }
        guard at > offset, at < bytes.count, bytes[at].endsNumber else { return nil }
        offset = at
        return value
    }
}

extension UInt8 {
    /// Whether the byte ends a number in a text without blanks.
    fileprivate var endsNumber: Bool { self == .comma || self == .rightBrace || self == .rightBracket }
}
