/// A position in a packet of MQTT 5; each function returns `nil`, or `false`, if the packet ends too early.
///
/// Source: MQTT Version 5.0, 1.5 and 2.2.2.
nonisolated struct PacketReader {
    private(set) var rest: ArraySlice<UInt8>

    /// Makes a reader of the bytes after the fixed header, or of a part of them.
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether all bytes were read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a byte.
    mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads a number of two bytes, such as a packet identifier.
    mutating func short() -> Int? {
        guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    /// Reads a number of variable length, of at most four bytes.
    mutating func number() -> Int? {
        var number = 0
        for shift in [0, 7, 14, 21] {
            guard let digit = rest.popFirst() else { return nil }
            number |= Int(digit & 127) << shift
            if digit < 128 { return number }
        }
        return nil
    }

    /// Reads a text or binary data, both preceded by a length of two bytes, and returns the bytes.
    mutating func text() -> ArraySlice<UInt8>? {
        guard let length = short() else { return nil }
        return bytes(length)
    }

    /// Reads a number of bytes.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads a list of properties, and returns whether it contains only properties of MQTT 5, each complete.
    mutating func properties() -> Bool {
        guard let length = number(), let list = bytes(length) else { return false }
        var reader = PacketReader(list)
        while !reader.isAtEnd {
            guard reader.property() else { return false }
        }
        return true
    }

    /// Reads a property.
    ///
    /// Source: MQTT Version 5.0, table 2-4.
    private mutating func property() -> Bool {
        switch number() {
        // Numbers of one, two and four bytes, and of variable length.
        case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A: byte() != nil
        case 0x13, 0x21, 0x22, 0x23: short() != nil
        case 0x02, 0x11, 0x18, 0x27: bytes(4) != nil
        case 0x0B: number() != nil
        // Texts and binary data, and a pair of texts.
        case 0x03, 0x08, 0x09, 0x12, 0x15, 0x16, 0x1A, 0x1C, 0x1F: text() != nil
        case 0x26: text() != nil && text() != nil
        default: false
        }
    }
}
