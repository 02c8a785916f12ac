/// Parts a report into words: whatever stands between blanks and control characters.
///
/// Reads eight bytes at once: the text must be followed by `Tokens.margin` blanks that are not part of it.
struct Tokens {
    /// How many blanks must follow the text.
    static let margin = 8

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
            let head = eight.byteSwapped & (UInt64.max << UInt64(64 &- 8 &* count))
            return Token(start: start, count: count, head: head)
        }
        offset = min(start &+ 8, end)
        while offset < end, bytes[offset] > 0x20 { offset &+= 1 }
        let shown = UInt64(max(0, 8 &- (offset &- start)))
        return Token(
            start: start, count: offset &- start, head: (eight.byteSwapped >> (8 * shown)) << (8 * shown))
    }

    /// The next word, without going to it.
    func peek(_ bytes: Span<UInt8>) -> Token? {
        var ahead = self
        return ahead.next(bytes)
    }

    @inline(__always)
    private static func eight(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        precondition(offset &+ 8 <= bytes.count)
        return unsafe UInt64(
            littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// A bit at the first byte that is a blank or control character; bits behind it mean nothing.
    @inline(__always)
    private static func blanks(_ eight: UInt64) -> UInt64 {
        (eight &- 0x2121_2121_2121_2121) & ~eight & 0x8080_8080_8080_8080
    }
}
