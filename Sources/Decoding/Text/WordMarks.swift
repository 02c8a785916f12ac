/// Bytes looked for in eight at once, the first in the lowest place; the high bit of a byte tells.
enum WordMarks {
    private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    /// Where a byte stands.
    @inline(__always)
    static func places(of byte: UInt8, in word: UInt64) -> UInt64 {
        let other = word ^ UInt64(byte) &* 0x0101_0101_0101_0101
        return ~(((other & low) &+ low) | other) & ~low
    }

    /// Where control characters stand: what is below a blank.
    @inline(__always)
    static func controls(_ word: UInt64) -> UInt64 {
        ~(((word & low) &+ 0x6060_6060_6060_6060) | word) & ~low
    }
}

extension Span<UInt8> {
    /// How many line feeds stand in a part.
    func lineFeeds(in part: Range<Int>) -> Int {
        var (at, count) = (part.lowerBound, 0)
        while at + 8 <= part.upperBound {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            count += WordMarks.places(of: 0x0A, in: word).nonzeroBitCount
            at += 8
        }
        while at < part.upperBound {
            if self[at] == 0x0A { count += 1 }
            at += 1
        }
        return count
    }
}
