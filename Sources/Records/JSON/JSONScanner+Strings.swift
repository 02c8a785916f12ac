extension JSONScanner {
    /// Parses a string.
    ///
    /// - Throws: `JSONError` if no string begins here, it does not end, or it holds a control character, an
    ///   invalid escape or bytes that are not UTF-8.
    public mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> String {
        let start = try openString(bytes)
        if let plain = plainEnd(bytes) {
            offset = plain + 1
            return try text(bytes, range: start..<plain)
        }
        var unescaped: [UInt8] = []
        while try unescape(bytes, into: &unescaped) {}
        guard let text = String(validating: unescaped, as: UTF8.self) else {
            throw JSONError(expected: "UTF-8", at: start)
        }
        return text
    }

    /// Skips a string without building it; checks everything but its UTF-8.
    ///
    /// - Throws: `JSONError`, as `string`.
    public mutating func skipString(_ bytes: Span<UInt8>) throws(JSONError) {
        _ = try openString(bytes)
        if let plain = plainEnd(bytes) {
            offset = plain + 1
            return
        }
        var ignored: [UInt8] = []
        while try unescape(bytes, into: &ignored) { ignored.removeAll(keepingCapacity: true) }
    }

    private mutating func openString(_ bytes: Span<UInt8>) throws(JSONError) -> Int {
        try expect(.quote, as: "string", in: bytes)
        return offset
    }

    /// Returns the offset of the closing quote if no escape or control character precedes it.
    private func plainEnd(_ bytes: Span<UInt8>) -> Int? {
        let end = bytes.plainEnd(from: offset)
        return end < bytes.count && bytes[end] == .quote ? end : nil
    }

    private func text(_ bytes: Span<UInt8>, range: Range<Int>) throws(JSONError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(range)))
        } catch {
            throw JSONError(expected: "UTF-8", at: range.lowerBound)
        }
    }

    /// Decodes the text up to an escape, and the escape; returns `false` at the closing quote.
    private mutating func unescape(_ bytes: Span<UInt8>, into text: inout [UInt8]) throws(JSONError) -> Bool {
        let end = bytes.plainEnd(from: offset)
        text.append(bytes.extracting(offset..<end))
        offset = end
        guard end < bytes.count else { throw JSONError(expected: "end of string", at: end) }
        offset += 1
        switch bytes[end] {
        case .quote: return false
        case .backslash: try escape(bytes, into: &text)
        default: throw JSONError(expected: "string character", at: end)
        }
        return true
    }

    private mutating func escape(_ bytes: Span<UInt8>, into text: inout [UInt8]) throws(JSONError) {
        guard offset < bytes.count else { throw JSONError(expected: "escape", at: offset) }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case .quote, .backslash, .slash: text.append(byte)
        case UInt8(ascii: "b"): text.append(.backspace)
        case UInt8(ascii: "f"): text.append(.formFeed)
        case UInt8(ascii: "n"): text.append(.newline)
        case UInt8(ascii: "r"): text.append(.carriageReturn)
        case UInt8(ascii: "t"): text.append(.tab)
        case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try scalar(bytes))).utf8)
        default: throw JSONError(expected: "escape", at: offset - 2)
        }
    }

    /// Returns the scalar after `\u`, reading both halves of a surrogate pair; U+FFFD for half a pair.
    private mutating func scalar(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let first = try unit(bytes)
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}" }
        let back = offset
        guard offset + 1 < bytes.count, bytes[offset] == .backslash, bytes[offset + 1] == UInt8(ascii: "u")
        else {
            return "\u{FFFD}"
        }
        offset += 2
        let second = try unit(bytes)
        guard second & 0xFC00 == 0xDC00 else {
            offset = back
            return "\u{FFFD}"
        }
        let code = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    private mutating func unit(_ bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard offset < bytes.count, let digit = bytes[offset].hexadecimalValue else {
                throw JSONError(expected: "hexadecimal digit", at: offset)
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }
}
