/// Source: RFC 4648 §4.
enum Base64 {
    /// The bytes that a text stands for, blanks left out; `nil` when it is none.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var (bytes, word, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for byte in text where !byte.isBlank && byte != 0x3D {
            guard let value = value(byte) else { return nil }
            word = word << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61 + 26)
        case 0x30...0x39: UInt32(byte - 0x30 + 52)
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }
}
