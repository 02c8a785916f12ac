extension JSONScanner {
    /// Reads a string.
    ///
    /// - Throws: When none stands there, it does not end, or it holds a control character, a false
    ///   escape or bytes that are not UTF-8.
    public mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> String {
        let start = try openString(bytes)
        if let plain = plainEnd(bytes) {
            offset = plain + 1
            return try text(bytes, start..<plain)
        }
        var unescaped: [UInt8] = []
        while try unescape(bytes, into: &unescaped) {}
        guard let text = String(validating: unescaped, as: UTF8.self) else {
            throw JSONError(expected: "UTF-8", at: start)
        }
        return text
    }

    /// Steps over a string without making it; checks all but that its bytes are UTF-8.
    ///
    /// - Throws: As `string`.
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
        try expect(0x22, "string", bytes)
        return offset
    }

    /// The closing quote, when neither an escape nor a control character comes before it.
    private func plainEnd(_ bytes: Span<UInt8>) -> Int? {
        var at = offset
        while at < bytes.count {
            switch bytes[at] {
            case 0x22: return at
            case 0x5C, 0..<0x20: return nil
            default: at += 1
            }
        }
        return nil
    }

    private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(JSONError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(range)))
        } catch {
            throw JSONError(expected: "UTF-8", at: range.lowerBound)
        }
    }

    /// Moves one character; `false` when it was the closing quote.
    private mutating func unescape(_ bytes: Span<UInt8>, into text: inout [UInt8]) throws(JSONError) -> Bool {
        guard offset < bytes.count else { throw JSONError(expected: "end of string", at: offset) }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case 0x22: return false
        case 0x5C: try escape(bytes, into: &text)
        case 0..<0x20: throw JSONError(expected: "string character", at: offset - 1)
        default: text.append(byte)
        }
        return true
    }

    private mutating func escape(_ bytes: Span<UInt8>, into text: inout [UInt8]) throws(JSONError) {
        guard offset < bytes.count else { throw JSONError(expected: "escape", at: offset) }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75: text.append(contentsOf: String(Character(try scalar(bytes))).utf8)
        default: throw JSONError(expected: "escape", at: offset - 2)
        }
    }

    /// The scalar behind `\u`, both halves of a surrogate pair; U+FFFD for half a pair.
    private mutating func scalar(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let first = try unit(bytes)
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}" }
        let back = offset
        guard offset + 1 < bytes.count, bytes[offset] == 0x5C, bytes[offset + 1] == 0x75 else {
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
            guard offset < bytes.count, let digit = Self.digit(bytes[offset]) else {
                throw JSONError(expected: "hexadecimal digit", at: offset)
            }
            unit = unit << 4 | digit
            offset += 1
        }
        return unit
    }

    private static func digit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case 0x30...0x39: UInt16(byte - 0x30)
        case 0x41...0x46: UInt16(byte - 0x37)
        case 0x61...0x66: UInt16(byte - 0x57)
        default: nil
        }
    }
}
