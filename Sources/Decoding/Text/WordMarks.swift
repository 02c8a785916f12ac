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
