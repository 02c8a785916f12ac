import Records

/// An iterator over the words of a report, which are separated by blanks and control characters.
struct Tokens {
    /// The offset where the next word may begin.
    var offset: Int
    /// The offset of the end of the text.
    let end: Int

    init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next word; `nil` if there is none.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>) -> Token? {
        while offset < end, bytes[offset] <= .space { offset &+= 1 }
        guard offset < end else { return nil }
        let start = offset
        let eight = Tokens.eight(bytes, offset: start)
        let blank = Tokens.blanks(eight)
        guard blank == 0 else {
            offset = min(start &+ blank.trailingZeroBitCount &>> 3, end)
            let count = offset &- start
            let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
            return Token(start: start, count: count, head: eight.byteSwapped & (UInt64.max &<< unused))
        }
        offset = min(start &+ 8, end)
        while offset < end, bytes[offset] > .space { offset &+= 1 }
        let hidden = UInt64(truncatingIfNeeded: 8 &* max(0, 8 &- (offset &- start)))
        return Token(
            start: start, count: offset &- start, head: (eight.byteSwapped &>> hidden) &<< hidden)
    }

    /// Returns the next word without consuming it.
    func peek(_ bytes: Span<UInt8>) -> Token? {
        var ahead = self
        return ahead.next(bytes)
    }

    /// Returns eight bytes, the first one in the lowest place; zeros after the last one.
    @inline(__always)
    private static func eight(_ bytes: Span<UInt8>, offset: Int) -> UInt64 {
        bytes.count &- offset >= 8 ? load(bytes, offset: offset) : last(bytes, offset: offset)
    }

    /// Returns the last bytes, fewer than eight, the first one in the lowest place.
    private static func last(_ bytes: Span<UInt8>, offset: Int) -> UInt64 {
        let count = bytes.count
        guard count < 8 else {
            let known = UInt64(truncatingIfNeeded: 8 &* (offset &- (count &- 8)))
            return load(bytes, offset: count &- 8) &>> known
        }
        var eight: UInt64 = 0
        for index in offset..<count { eight |= UInt64(bytes[index]) << UInt64(8 * (index - offset)) }
        return eight
    }

    @inline(__always)
    private static func load(_ bytes: Span<UInt8>, offset: Int) -> UInt64 {
        unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the mark of the first blank or control character; only the lowest mark is reliable.
    @inline(__always)
    private static func blanks(_ eight: UInt64) -> UInt64 {
        (eight &- UInt64(repeating: .space + 1)) & ~eight & .highBits
    }
}
