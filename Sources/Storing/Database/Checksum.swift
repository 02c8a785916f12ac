import Records

/// A sum over what a row says, kept in the row: a byte that changed on the disk is found when it is read.
struct Checksum {
    private var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(96) }

    mutating func add(_ value: Int64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Adds a text; `nil` and the empty text differ.
    mutating func add(_ text: String?) {
        add(Int64(text?.utf8.count ?? -1))
        if let text { bytes.append(contentsOf: text.utf8) }
    }

    /// Adds bytes by their hash; `nil` and no bytes differ.
    mutating func add(_ content: [UInt8]?) {
        guard let content else { return add(-1) }
        add(RecordHash(content))
    }

    mutating func add(_ hash: RecordHash) {
        add(Int64(bitPattern: hash.low))
        add(Int64(bitPattern: hash.high))
    }

    /// All of the sum.
    var hash: RecordHash { RecordHash(bytes) }

    /// The sum, as a row keeps it.
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
