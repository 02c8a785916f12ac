/// Finds the end of a JSON value, going on where the bytes ended before; what lies within is checked later.
struct ValueScanner {
    private enum State {
        case start
        /// A number or a word, up to what cannot belong to it.
        case bare
        case within
        case string
        case escape
    }

    private var state = State.start
    private var depth = 0
    private var isString = false

    /// Moves `at` behind the value.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - at: Where to go on; the end of the value when there is one.
    ///   - isLast: Nothing follows the bytes.
    /// - Returns: Whether the value ends there; if not, more bytes are needed.
    mutating func end(_ bytes: Span<UInt8>, _ at: inout Int, isLast: Bool) -> Bool {
        while at < bytes.count {
            let byte = bytes[unchecked: at]
            switch state {
            case .start: begin(byte)
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
                if bytes[unchecked: at] == 0x5C {
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

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case 0x7B, 0x5B: (state, depth) = (.within, 1)
        case 0x22: state = .string
        default: state = .bare
        }
    }

    /// Whether the byte closes the outermost bracket.
    private mutating func close(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22: state = .string
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D: depth -= 1
        default: break
        }
        return depth == 0
    }

    /// The next bracket or quote.
    @inline(__always)
    private static func structure(_ bytes: Span<UInt8>, from: Int) -> Int {
        var at = from
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            // Set, the bit makes `[` and `]` of `{` and `}`; a quote has it.
            let found = ByteMarks.brackets.places(word | 0x2020_2020_2020_2020)
            if found != 0 { return at + found.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < bytes.count, !ByteMarks.brackets.contains(bytes[unchecked: at] | 0x20) { at += 1 }
        return at
    }

    private static func endsBare(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x2C || byte == 0x5D || byte == 0x7D || byte == 0x3A || byte == 0x22
    }
}

extension ByteMarks {
    /// What ends a run of plain characters in a string.
    static let stringEnds = ByteMarks(0x22, 0x5C, 0x22, 0x5C)
    /// Curly brackets and quotes.
    static let brackets = ByteMarks(0x7B, 0x7D, 0x22, 0x22)
}
