/// A 128-bit hash of content, equal for equal content in every process.
///
/// The hash of a record is XXH3, which is fast. A hash that is used as a name or a checksum, such as a key
/// made from data or the sum of a row, is SipHash-2-4 with 128 bits of output (Aumasson and Bernstein) and a
/// key of zeros: another function would replace every record whose key is such a hash.
public struct RecordHash: Hashable, Sendable {
    /// The first eight bytes as a little-endian number.
    public let low: UInt64
    /// The last eight bytes as a little-endian number.
    public let high: UInt64

    /// Creates a hash from its two halves.
    public init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Computes the SipHash of bytes.
    public init(_ bytes: Span<UInt8>) {
        var state = SipState()
        let whole = bytes.count & ~7
        var at = 0
        while at < whole {
            state.mix(RecordHash.word(bytes, at: at, count: 8))
            at += 8
        }
        state.mix(
            RecordHash.word(bytes, at: at, count: bytes.count - at) | UInt64(truncatingIfNeeded: bytes.count)
                << 56)
        let hash = state.finish()
        low = hash.low
        high = hash.high
    }

    /// Computes the SipHash of bytes.
    public init(_ bytes: [UInt8]) { self.init(bytes.span) }

    private static func word(_ bytes: Span<UInt8>, at: Int, count: Int) -> UInt64 {
        if count == 8 { return unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) }
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(bytes[at + index]) << UInt64(8 * index) }
        return word
    }
}

private struct SipState {
    var v0: UInt64 = 0x736f_6d65_7073_6575
    var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ 0xee
    var v2: UInt64 = 0x6c79_6765_6e65_7261
    var v3: UInt64 = 0x7465_6462_7974_6573

    mutating func mix(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    mutating func finish() -> (low: UInt64, high: UInt64) {
        v2 ^= 0xee
        for _ in 0..<4 { round() }
        let low = v0 ^ v1 ^ v2 ^ v3
        v1 ^= 0xdd
        for _ in 0..<4 { round() }
        return (low, v0 ^ v1 ^ v2 ^ v3)
    }

    private mutating func round() {
        v0 &+= v1
        v2 &+= v3
        v1 = rotated(v1, bits: 13) ^ v0
        v3 = rotated(v3, bits: 16) ^ v2
        v0 = rotated(v0, bits: 32)
        v2 &+= v1
        v0 &+= v3
        v1 = rotated(v1, bits: 17) ^ v2
        v3 = rotated(v3, bits: 21) ^ v0
        v2 = rotated(v2, bits: 32)
    }

    private func rotated(_ word: UInt64, bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
}
