/// Reads JSON text token by token, strictly, without making anything that is not asked for.
///
/// The scanner keeps an offset only; the bytes are handed to each call.
///
/// Source: RFC 8259; strings must be UTF-8, lone surrogates become U+FFFD.
public struct JSONScanner: Sendable {
    /// Where the next token may begin, bytes from the start.
    public var offset: Int

    /// Starts at an offset.
    public init(at offset: Int = 0) { self.offset = offset }

    /// The first byte of the next token; `nil` at the end. Stays before that byte.
    @inlinable
    public mutating func peek(_ bytes: Span<UInt8>) -> UInt8? {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Steps over `byte` if that is what comes next.
    @inlinable
    public mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard peek(bytes) == byte else { return false }
        offset += 1
        return true
    }

    /// Steps over `byte`, which must come next.
    ///
    /// - Throws: When something else stands there; `what` names what was expected.
    @inlinable
    public mutating func expect(_ byte: UInt8, _ what: String, _ bytes: Span<UInt8>) throws(JSONError) {
        guard take(byte, bytes) else { throw JSONError(expected: what, at: offset) }
    }

    /// Reads a number and gives its place.
    ///
    /// - Returns: The bytes that the literal takes.
    /// - Throws: When no number by RFC 8259 §6 stands there.
    public mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        _ = peek(bytes)
        let start = offset
        if byte(bytes) == 0x2D { offset += 1 }
        if byte(bytes) == 0x30 { offset += 1 } else { try digits(bytes) }
        if byte(bytes) == 0x2E {
            offset += 1
            try digits(bytes)
        }
        if let e = byte(bytes), e | 0x20 == 0x65 {
            offset += 1
            if let sign = byte(bytes), sign == 0x2B || sign == 0x2D { offset += 1 }
            try digits(bytes)
        }
        return start..<offset
    }

    /// Steps over `true`, `false` or `null`.
    ///
    /// - Throws: When another word stands there.
    public mutating func word(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
        var at = offset
        for expected in word.description.utf8 {
            guard at < bytes.count, bytes[at] == expected else {
                throw JSONError(expected: "value", at: offset)
            }
            at += 1
        }
        offset = at
    }

    private func byte(_ bytes: Span<UInt8>) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func digits(_ bytes: Span<UInt8>) throws(JSONError) {
        let start = offset
        while let digit = byte(bytes), digit &- 0x30 < 10 { offset += 1 }
        if offset == start { throw JSONError(expected: "number", at: offset) }
    }
}
