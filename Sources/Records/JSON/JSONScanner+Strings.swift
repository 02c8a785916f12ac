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
        guard let text = String(validating: try unescaped(bytes), as: UTF8.self) else {
            throw JSONError(expected: "UTF-8", at: start)
        }
        return text
    }

    /// Reads a string without escapes, and returns the range of its text.
    ///
    /// - Returns: `nil` if no such string begins here; its UTF-8 is not checked.
    package mutating func plainString(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard consume(.quote, in: bytes), let end = plainEnd(bytes) else { return nil }
        let start = offset
        offset = end + 1
        return start..<end
    }

    /// Skips a string without building it; checks everything but its UTF-8.
    ///
    /// - Throws: `JSONError`, as `string`.
    public mutating func skipString(_ bytes: Span<UInt8>) throws(JSONError) {
        _ = try openString(bytes)
        while try skipText(bytes) { _ = try escape(bytes) }
    }

    /// Reads the text behind the opening quote, which has escapes.
    private mutating func unescaped(_ bytes: Span<UInt8>) throws(JSONError) -> [UInt8] {
        var failure: JSONError?
        let text = [UInt8](unsafeUninitializedCapacity: mostBytes(bytes)) { room, count in
            do throws(JSONError) {
                count = try unescape(bytes, into: room)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return text
    }

    /// Returns the number of bytes up to the closing quote: an escape takes more bytes than what it means.
    private func mostBytes(_ bytes: Span<UInt8>) -> Int {
        var end = bytes.plainEnd(from: offset)
        while end + 1 < bytes.count, bytes[end] == .backslash { end = bytes.plainEnd(from: end + 2) }
        return end - offset
    }

    /// Reads the text behind the opening quote, and returns the number of its bytes.
    private mutating func unescape(
        _ bytes: Span<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>
    ) throws(JSONError) -> Int {
        var count = 0
        while true {
            let start = offset
            let isEscaped = try skipText(bytes)
            for index in start..<offset - 1 {
                room[count] = bytes[index]
                count += 1
            }
            guard isEscaped else { return count }
            for byte in UTF8.encode(try escape(bytes)) ?? UTF8.encodedReplacementCharacter {
                room[count] = byte
                count += 1
            }
        }
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
        if let text = bytes.extracting(range).shortText { return text }
        do {
            return String(copying: try UTF8Span(validating: bytes.extracting(range)))
        } catch {
            throw JSONError(expected: "UTF-8", at: range.lowerBound)
        }
    }

    /// Skips the text up to the next escape or the closing quote, and the backslash or quote.
    ///
    /// - Returns: `false` at the closing quote.
    @inline(__always)
    private mutating func skipText(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        let end = bytes.plainEnd(from: offset)
        offset = end
        guard end < bytes.count else { throw JSONError(expected: "end of string", at: end) }
        offset += 1
        switch bytes[end] {
        case .quote: return false
        case .backslash: return true
        default: throw JSONError(expected: "string character", at: end)
        }
    }

    /// Returns the character that the rest of an escape means.
    @inline(__always)
    private mutating func escape(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        guard offset < bytes.count else { throw JSONError(expected: "escape", at: offset) }
        let byte = bytes[offset]
        offset += 1
        return switch byte {
        case .quote, .backslash, .slash: Unicode.Scalar(byte)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): try scalar(bytes)
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

extension Span<UInt8> {
    /// The text if it is ASCII and so short that a string needs no memory of its own; otherwise `nil`.
    fileprivate var shortText: String? {
        guard count <= 15 else { return nil }
        for index in indices where self[unchecked: index] > .delete { return nil }
        return withUnsafeBufferPointer { bytes in
            unsafe String(unsafeUninitializedCapacity: bytes.count) { room in
                unsafe room.initialize(fromContentsOf: bytes)
            }
        }
    }
}
