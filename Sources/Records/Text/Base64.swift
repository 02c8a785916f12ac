/// Source: RFC 4648 §4 and §5.
package enum Base64 {
    /// Decodes a text, ignoring whitespace; `nil` if it is not Base64.
    package static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var word: UInt32 = 0
        var bits: UInt32 = 0
        for byte in text where !byte.isWhitespace && byte != .equals {
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
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte.digitValue + 52)
        case .plus, .hyphen: 62
        case .slash, .underscore: 63
        default: nil
        }
    }
}
