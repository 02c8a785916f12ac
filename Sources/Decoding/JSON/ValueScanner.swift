import Records

/// A search for the end of a JSON value that continues over slices; the value is checked later.
struct ValueScanner {
    private enum State {
        case start
        /// A number or a word, which ends at the first byte that cannot be part of it.
        case bare
        case within
        case string
        case escape
    }

    private var state = State.start
    private var depth = 0
    private var isString = false

    /// Moves `at` past the value.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - at: The offset to continue at; the end of the value if it is found.
    ///   - isLast: Whether no more bytes follow.
    /// - Returns: Whether the value ends there; otherwise, more bytes are needed.
    mutating func findEnd(_ bytes: Span<UInt8>, at: inout Int, isLast: Bool) -> Bool {
        while at < bytes.count {
            let byte = bytes[unchecked: at]
            switch state {
            case .start: startValue(byte)
            case .bare:
                if ValueScanner.endsBare(byte) { return true }
            case .within:
                at = ValueScanner.structure(bytes, from: at)
                guard at < bytes.count else { return false }
                if close(bytes[unchecked: at]) {
                    at += 1
                    return true
                }
            case .string:
                at = ByteMarks.stringEnds.first(bytes, from: at) ?? bytes.count
                guard at < bytes.count else { return false }
                if bytes[unchecked: at] == .backslash {
                    state = .escape
                } else if depth == 0 {
                    at += 1
                    return true
                } else {
                    state = .within
                }
            case .escape: state = .string
            }
            at += 1
        }
        return isLast && state == .bare
    }

    private mutating func startValue(_ byte: UInt8) {
        switch byte {
        case .leftBrace, .leftBracket: (state, depth) = (.within, 1)
        case .quote: state = .string
        default: state = .bare
        }
    }

    /// Returns whether the byte closes the outermost bracket.
    private mutating func close(_ byte: UInt8) -> Bool {
        switch byte {
        case .quote: state = .string
        case .leftBrace, .leftBracket: depth += 1
        case .rightBrace, .rightBracket: depth -= 1
        default: break
        }
        return depth == 0
    }

    /// Returns the offset of the next bracket or quote.
    @inline(__always)
    private static func structure(_ bytes: Span<UInt8>, from: Int) -> Int {
        var at = from
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            // With this bit set, `[` and `]` become `{` and `}`; a quote has it already.
            let found = ByteMarks.brackets.places(word | UInt64(repeating: .caseBit))
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < bytes.count, !ByteMarks.brackets.contains(bytes[unchecked: at] | .caseBit) { at += 1 }
        return at
    }

    private static func endsBare(_ byte: UInt8) -> Bool {
        byte <= .space || byte == .comma || byte == .rightBracket || byte == .rightBrace || byte == .colon
            || byte == .quote
    }
}

extension ByteMarks {
    /// The bytes that end a run of plain characters in a string.
    static let stringEnds = ByteMarks(.quote, .backslash, .quote, .backslash)
    /// Braces and quotes.
    static let brackets = ByteMarks(.leftBrace, .rightBrace, .quote, .quote)
}
