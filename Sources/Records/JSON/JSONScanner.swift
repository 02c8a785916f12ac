/// A strict reader of JSON tokens that builds only the requested values.
///
/// The scanner stores only an offset; each call receives the bytes.
///
/// Source: RFC 8259; strings must be UTF-8, lone surrogates become U+FFFD.
public struct JSONScanner: Sendable {
    /// The offset where the next token may begin.
    public var offset: Int

    /// Creates a scanner at an offset.
    public init(at offset: Int = 0) { self.offset = offset }

    /// Returns the first byte of the next token without consuming it; `nil` at the end.
    @inlinable
    package mutating func peek(_ bytes: Span<UInt8>) -> UInt8? {
        while offset < bytes.count {
            switch bytes[offset] {
            case .space, .tab, .newline, .carriageReturn: offset += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Consumes `byte` if it comes next.
    @inlinable
    package mutating func consume(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard peek(bytes) == byte else { return false }
        offset += 1
        return true
    }

    /// Consumes `byte`, which must come next.
    ///
    /// - Throws: `JSONError` if another byte comes next; `what` names the expected token.
    @inlinable
    package mutating func expect(_ byte: UInt8, as what: String, in bytes: Span<UInt8>) throws(JSONError) {
        guard consume(byte, in: bytes) else { throw JSONError(expected: what, at: offset) }
    }

    /// Reads a number and returns its range.
    ///
    /// - Returns: The range of the literal.
    /// - Throws: `JSONError` if there is no number by RFC 8259 §6.
    public mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        _ = peek(bytes)
        let start = offset
        if byte(bytes) == .hyphen { offset += 1 }
        if byte(bytes) == UInt8(ascii: "0") { offset += 1 } else { try digits(bytes) }
        if byte(bytes) == .period {
            offset += 1
            try digits(bytes)
        }
        if let e = byte(bytes), e | .caseBit == UInt8(ascii: "e") {
            offset += 1
            if let sign = byte(bytes), sign == .plus || sign == .hyphen { offset += 1 }
            try digits(bytes)
        }
        return start..<offset
    }

    /// Consumes `true`, `false` or `null`.
    ///
    /// - Throws: `JSONError` if another word comes next.
    public mutating func word(_ word: StaticString, in bytes: Span<UInt8>) throws(JSONError) {
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
        while let digit = byte(bytes), digit.isDigit { offset += 1 }
        if offset == start { throw JSONError(expected: "number", at: offset) }
    }
}
