import CZlib

/// The CRC-32 of bytes that are added in parts, as gzip has it at its end.
///
/// Source: RFC 1952, 8.
public struct CRC32: Sendable {
    private var sum: UInt = 0

    /// Creates the checksum of no bytes.
    public init() {}

    /// Adds the next bytes.
    public mutating func add(_ bytes: Span<UInt8>) {
        sum = bytes.withUnsafeBytes { part in
            UInt(crc32_z(UInt(sum), part.assumingMemoryBound(to: UInt8.self).baseAddress, part.count))
        }
    }

    /// The checksum of the bytes so far.
    public var value: UInt32 { UInt32(truncatingIfNeeded: sum) }
}
