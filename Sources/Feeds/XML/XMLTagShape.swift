import Records

/// The shape of a tag of XML, by the bytes that follow its `<`.
enum XMLTagShape: Equatable {
    /// It needs no repair and ends before an offset.
    case closed(Int)
    /// It ends before an offset, and values of attributes lack their quotes.
    case unquoted(Int)
    /// It may need a repair, or is not closed.
    case other
    /// It has too many attributes: libxml2's time grows with the square of their number.
    case endless
    /// More bytes are needed.
    case unknown

    private static let mostAttributes = 512
    private static let greatestLength = 65_536

    /// Reads the tag at a `<` that a letter or a slash follows.
    init(_ bytes: Span<UInt8>, at start: Int, isLast: Bool) {
        let end = bytes.simpleTagEnd(from: start + 1)
        if end < bytes.count, bytes[end] == .greaterThan, end - start < XMLTagShape.greatestLength {
            self = .closed(end + 1)
        } else {
            let isEndTag = start + 1 < bytes.count && bytes[start + 1] == .slash
            self.init(bytes, in: start..<end, isEndTag: isEndTag, isLast: isLast)
        }
    }

    /// Reads a tag with attributes.
    private init(_ bytes: Span<UInt8>, in opening: Range<Int>, isEndTag: Bool, isLast: Bool) {
        let limit = opening.lowerBound + XMLTagShape.greatestLength
        var scan = Scan()
        for at in opening.upperBound..<max(opening.upperBound, min(bytes.count, limit)) {
            let byte = bytes[unchecked: at]
            if byte == .greaterThan || byte == .lessThan {
                self = scan.shape(endingAt: at, byte)
                return
            }
            scan.add(byte)
            if scan.signs > XMLTagShape.mostAttributes, !isEndTag {
                self = .endless
                return
            }
        }
        if bytes.count >= limit {
            self = isEndTag ? .other : .endless
        } else {
            self = isLast ? .other : .unknown
        }
    }

    /// The state of reading a tag byte by byte.
    private struct Scan {
        /// The quote that began the value; `nil` outside of values.
        var quote: UInt8?
        /// The number of equals signs.
        var signs = 0
        /// Whether it has neither references nor control characters.
        var isPlain = true
        /// Whether the value of an attribute begins with the next byte.
        var isBeforeValue = false
        /// Whether a value lacks its quotes.
        var isUnquoted = false

        /// Returns the shape of a tag that ends, or is interrupted, at an offset.
        func shape(endingAt at: Int, _ byte: UInt8) -> XMLTagShape {
            guard quote == nil, byte == .greaterThan else { return .other }
            if isUnquoted { return .unquoted(at + 1) }
            return isPlain ? .closed(at + 1) : .other
        }

        mutating func add(_ byte: UInt8) {
            if isBeforeValue, !byte.isWhitespace {
                isBeforeValue = false
                if byte != .quote, byte != .apostrophe { isUnquoted = true }
            }
            switch byte {
            case .equals:
                signs += 1
                if quote == nil, !isUnquoted { isBeforeValue = true }
            case .quote, .apostrophe: if quote == nil { quote = byte } else if quote == byte { quote = nil }
            case .ampersand: isPlain = false
            case _ where byte.isControl: isPlain = false
            default: break
            }
        }
    }
}
