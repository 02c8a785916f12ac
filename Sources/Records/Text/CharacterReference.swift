/// References to characters in HTML and XML, such as `&eacute;`, `&#233;` and `&#xE9;`.
package enum CharacterReference {
    private static let longest = 32

    /// Returns the character of a reference.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - body: The range between `&` and `;`, such as `eacute`, `#233` or `#xE9`.
    /// - Returns: `nil` if the reference is invalid.
    package static func scalar(_ bytes: Span<UInt8>, body: Range<Int>) -> Unicode.Scalar? {
        guard bytes[body.lowerBound] == .numberSign else {
            switch body.count {
            case 2 where bytes.begins(with: "lt", at: body.lowerBound): return "<"
            case 2 where bytes.begins(with: "gt", at: body.lowerBound): return ">"
            case 3 where bytes.begins(with: "amp", at: body.lowerBound): return "&"
            case 4 where bytes.begins(with: "quot", at: body.lowerBound): return "\""
            case 4 where bytes.begins(with: "nbsp", at: body.lowerBound): return "\u{A0}"
            default: return CharacterNames.scalar(bytes.extracting(body))
            }
        }
        guard let code = code(bytes, digits: body.lowerBound + 1..<body.upperBound) else { return nil }
        // A number of a control character means a character of windows-1252.
        return 0x80...0x9F ~= code ? WesternCharacters.scalar(UInt8(code)) : Unicode.Scalar(code)
    }

    /// Returns a number of up to eight digits, hexadecimal after an `x`.
    private static func code(_ bytes: Span<UInt8>, digits: Range<Int>) -> UInt32? {
        let isHexadecimal = !digits.isEmpty && bytes[digits.lowerBound] | .caseBit == UInt8(ascii: "x")
        let start = digits.lowerBound + (isHexadecimal ? 1 : 0)
        guard (1...8).contains(digits.upperBound - start) else { return nil }
        var code: UInt32 = 0
        for place in start..<digits.upperBound {
            let byte = bytes[place]
            guard let digit = byte.hexadecimalValue, isHexadecimal || digit < 10 else { return nil }
            code = code * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        return code
    }

    /// Reads the reference at a `&` and returns the offset after it; `nil` if it is invalid.
    package static func read(
        _ bytes: Span<UInt8>, at start: Int
    ) -> (scalar: Unicode.Scalar, next: Int)? {
        guard let end = end(bytes, from: start) else { return nil }
        if let scalar = scalar(bytes, body: start + 1..<end) { return (scalar, end + 1) }
        return isHalf(bytes, body: start + 1..<end) ? half(bytes, at: start, end: end) : nil
    }

    /// Returns the offset of the semicolon that ends the reference at a `&`; `nil` if it is invalid.
    package static func end(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var at = start + 1
        if at < bytes.count, bytes[at] == .numberSign { at += 1 }
        let first = at
        while at < bytes.count, at - first < longest {
            let byte = bytes[at]
            guard byte.isLetter || byte.isDigit else { break }
            at += 1
        }
        return at > first && at < bytes.count && bytes[at] == .semicolon ? at : nil
    }

    /// Whether the body of a reference is the number of half a character in UTF-16.
    package static func isHalf(_ bytes: Span<UInt8>, body: Range<Int>) -> Bool {
        unit(bytes, body: body).map { UTF16.isSurrogate($0) } ?? false
    }

    /// Reads a reference to half a character and the one to its other half, as programs write them that
    /// escape each unit of UTF-16; without the other half, the character is U+FFFD.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: The offset of the `&`.
    ///   - end: The offset of the semicolon.
    /// - Returns: The character and the offset after it.
    package static func half(
        _ bytes: Span<UInt8>, at start: Int, end: Int
    ) -> (scalar: Unicode.Scalar, next: Int) {
        guard let first = unit(bytes, body: start + 1..<end), UTF16.isLeadSurrogate(first),
            end + 1 < bytes.count, bytes[end + 1] == .ampersand,
            let last = CharacterReference.end(bytes, from: end + 1),
            let second = unit(bytes, body: end + 2..<last), UTF16.isTrailSurrogate(second)
        else { return ("\u{FFFD}", end + 1) }
        let scalar = String(decoding: [first, second], as: UTF16.self).unicodeScalars.first
        return (scalar ?? "\u{FFFD}", last + 1)
    }

    /// Returns the number that is the body of a reference as a unit of UTF-16; `nil` if it is none.
    private static func unit(_ bytes: Span<UInt8>, body: Range<Int>) -> UInt16? {
        guard bytes[body.lowerBound] == .numberSign else { return nil }
        return code(bytes, digits: body.lowerBound + 1..<body.upperBound).flatMap { UInt16(exactly: $0) }
    }
}
