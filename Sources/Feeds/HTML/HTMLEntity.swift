import CXML2
import Decoding
import Records

/// The named characters of HTML 4, from libxml2's table.
enum HTMLEntity {
    /// Returns the character of a name such as `eacute`; `nil` if there is none.
    private static func scalar(_ name: [UInt8]) -> Unicode.Scalar? {
        guard (2...10).contains(name.count) else { return nil }
        if name.elementsEqual("apos".utf8) { return "'" }
        let text = name + [0]
        let value = unsafe almanac_html_entity(text)
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    /// Returns the character of a reference.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - body: The range between `&` and `;`, such as `eacute`, `#233` or `#xE9`.
    /// - Returns: `nil` if the reference is invalid.
    static func scalar(_ bytes: Span<UInt8>, body: Range<Int>) -> Unicode.Scalar? {
        guard bytes[body.lowerBound] == .numberSign else {
            switch body.count {
            case 2 where bytes.begins(with: "lt", at: body.lowerBound): return "<"
            case 2 where bytes.begins(with: "gt", at: body.lowerBound): return ">"
            case 3 where bytes.begins(with: "amp", at: body.lowerBound): return "&"
            case 4 where bytes.begins(with: "quot", at: body.lowerBound): return "\""
            case 4 where bytes.begins(with: "nbsp", at: body.lowerBound): return "\u{A0}"
            default: return scalar(body.map { bytes[$0] })
            }
        }
        guard let code = code(bytes, digits: body.lowerBound + 1..<body.upperBound) else { return nil }
        // A number of a control character means a character of windows-1252.
        return 0x80...0x9F ~= code ? Windows1252.scalar(UInt8(code)) : Unicode.Scalar(code)
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
    static func read(_ bytes: Span<UInt8>, at start: Int) -> (scalar: Unicode.Scalar, next: Int)? {
        guard let end = end(bytes, from: start), let scalar = scalar(bytes, body: start + 1..<end) else {
            return nil
        }
        return (scalar, end + 1)
    }

    /// Returns the offset of the semicolon that ends the reference at a `&`; `nil` if it is invalid.
    static func end(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var at = start + 1
        if at < bytes.count, bytes[at] == .numberSign { at += 1 }
        let first = at
        while at < bytes.count, at - first < 32 {
            let byte = bytes[at]
            guard byte.isLetter || byte.isDigit else { break }
            at += 1
        }
        return at > first && at < bytes.count && bytes[at] == .semicolon ? at : nil
    }
}
