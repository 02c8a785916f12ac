/// Parts a report into words: whatever stands between blanks and control characters.
struct Tokens {
    /// Where the next word may begin.
    var offset: Int
    /// Where the text ends.
    let end: Int

    init(_ range: Range<Int>) { (offset, end) = (range.lowerBound, range.upperBound) }

    /// The next word; `nil` when there is none.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>) -> Token? {
        while offset < end, bytes[offset] <= 0x20 { offset &+= 1 }
        guard offset < end else { return nil }
        let start = offset
        let eight = Tokens.eight(bytes, start)
        let blank = Tokens.blanks(eight)
        guard blank == 0 else {
            let count = min(blank.trailingZeroBitCount &>> 3, end &- start)
            offset = start &+ count
            let head = eight.byteSwapped & (UInt64.max &<< UInt64(64 &- 8 &* count))
            return Token(start: start, count: count, head: head)
        }
        offset = min(start &+ 8, end)
        while offset < end, bytes[offset] > 0x20 { offset &+= 1 }
        let hidden = UInt64(8 &* max(0, 8 &- (offset &- start)))
        return Token(
            start: start, count: offset &- start, head: (eight.byteSwapped &>> hidden) &<< hidden)
    }

    /// The next word, without going to it.
    func peek(_ bytes: Span<UInt8>) -> Token? {
        var ahead = self
        return ahead.next(bytes)
    }

    /// Eight bytes, the first in the lowest place; zeros behind the last.
    @inline(__always)
    private static func eight(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        guard offset &+ 8 <= bytes.count else { return last(bytes, offset) }
        return unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    private static func last(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        var eight: UInt64 = 0
        for index in offset..<bytes.count { eight |= UInt64(bytes[index]) << UInt64(8 * (index - offset)) }
        return eight
    }

    /// A bit at the first byte that is a blank or control character; bits behind it mean nothing.
    @inline(__always)
    private static func blanks(_ eight: UInt64) -> UInt64 {
        (eight &- 0x2121_2121_2121_2121) & ~eight & 0x8080_8080_8080_8080
    }
}
