import Records

/// A checksum over the contents of a row, stored in the row: reading the row detects a byte that changed on
/// the disk.
struct Checksum {
    private var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(96) }

    mutating func add(_ value: Int64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Adds a string; `nil` and the empty string have different checksums.
    mutating func add(_ text: String?) {
        add(Int64(text?.utf8.count ?? -1))
        if let text { bytes.append(contentsOf: text.utf8) }
    }

    /// Adds the hash of some bytes; `nil` and no bytes have different checksums.
    mutating func add(_ content: [UInt8]?) {
        guard let content else { return add(-1) }
        add(RecordHash(content))
    }

    mutating func add(_ hash: RecordHash) {
        add(Int64(bitPattern: hash.low))
        add(Int64(bitPattern: hash.high))
    }

    /// The complete checksum.
    var hash: RecordHash { RecordHash(bytes) }

    /// The checksum as a row stores it.
    var value: Int64 { Int64(bitPattern: hash.low) }
}

extension RecordHash {
    /// The 16 bytes, the low half first, little-endian.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        for half in [low, high] { withUnsafeBytes(of: half.littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes
    }
}
