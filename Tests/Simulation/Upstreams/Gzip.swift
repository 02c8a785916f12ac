/// Documents in the form of gzip, without compression.
///
/// Source: RFC 1951 §3.2.4, stored blocks; RFC 1952 §2.3.
enum Gzip {
    /// The longest block of deflate without compression, in bytes.
    private static let longest = 65_535

    /// Returns the bytes in stored blocks, with a header and a checksum.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(start + longest, bytes.count)
            let count = UInt16(end - start)
            result += [end == bytes.count ? 1 : 0] + little(count) + little(~count) + bytes[start..<end]
            start = end
        } while start < bytes.count
        return result + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The CRC-32 of RFC 1952 §8.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }
}
