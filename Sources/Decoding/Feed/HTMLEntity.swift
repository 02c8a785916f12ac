import CXML2

/// The named characters of HTML 4, by libxml2's table.
enum HTMLEntity {
    /// The character of a name such as `eacute`; `nil` when there is none.
    private static func scalar(_ name: [UInt8]) -> Unicode.Scalar? {
        guard (2...10).contains(name.count) else { return nil }
        if name.elementsEqual("apos".utf8) { return "'" }
        let text = name + [0]
        guard let entry = unsafe htmlEntityLookup(text) else { return nil }
        return unsafe Unicode.Scalar(UInt32(entry.pointee.value))
    }

    /// What a reference stands for.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - body: What stands between `&` and `;`, such as `eacute`, `#233` or `#xE9`.
    /// - Returns: `nil` when it is none.
    static func scalar(_ bytes: Span<UInt8>, _ body: Range<Int>) -> Unicode.Scalar? {
        guard bytes[body.lowerBound] == 0x23 else {
            switch body.count {
            case 2 where bytes.stands("lt", at: body.lowerBound): return "<"
            case 2 where bytes.stands("gt", at: body.lowerBound): return ">"
            case 3 where bytes.stands("amp", at: body.lowerBound): return "&"
            case 4 where bytes.stands("quot", at: body.lowerBound): return "\""
            case 4 where bytes.stands("nbsp", at: body.lowerBound): return "\u{A0}"
            default: return scalar(body.map { bytes[$0] })
            }
        }
        guard let code = code(bytes, body.lowerBound + 1..<body.upperBound) else { return nil }
        // What is given as a control character is meant in windows-1252.
        return 0x80...0x9F ~= code ? Windows1252.scalar(UInt8(code)) : Unicode.Scalar(code)
    }

    /// The number of up to eight digits, hexadecimal behind an `x`.
    private static func code(_ bytes: Span<UInt8>, _ digits: Range<Int>) -> UInt32? {
        let isHexadecimal = !digits.isEmpty && bytes[digits.lowerBound] | 0x20 == 0x78
        let start = digits.lowerBound + (isHexadecimal ? 1 : 0)
        guard (1...8).contains(digits.upperBound - start) else { return nil }
        var code: UInt32 = 0
        for place in start..<digits.upperBound {
            let byte = bytes[place]
            if byte &- 0x30 < 10 {
                code = code * (isHexadecimal ? 16 : 10) + UInt32(byte - 0x30)
            } else if isHexadecimal, 0x61...0x66 ~= byte | 0x20 {
                code = code * 16 + UInt32((byte | 0x20) - 0x57)
            } else {
                return nil
            }
        }
        return code
    }

    /// Reads the reference that begins at a `&`, and gives where the text goes on; `nil` when none does.
    static func read(_ bytes: Span<UInt8>, at start: Int) -> (scalar: Unicode.Scalar, next: Int)? {
        guard let end = end(bytes, from: start), let scalar = scalar(bytes, start + 1..<end) else {
            return nil
        }
        return (scalar, end + 1)
    }

    /// Where the reference that begins at a `&` ends, before its semicolon; `nil` when none begins there.
    static func end(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var at = start + 1
        if at < bytes.count, bytes[at] == 0x23 { at += 1 }
        let first = at
        while at < bytes.count, at - first < 32 {
            let byte = bytes[at]
            guard 0x61...0x7A ~= byte | 0x20 || byte &- 0x30 < 10 else { break }
            at += 1
        }
        return at > first && at < bytes.count && bytes[at] == 0x3B ? at : nil
    }
}
