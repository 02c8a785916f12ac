/// An encoding of text that a decoder can detect.
nonisolated enum Encoding {
    case utf8
    case utf8WithMark
    case utf16LittleEndian
    case utf16BigEndian
    case windows1252

    /// The encodings of any text that its first bytes prove.
    static let unicode: [Encoding] = [
        .utf8, .utf8, .utf8, .utf8, .utf8WithMark, .utf16LittleEndian, .utf16BigEndian,
    ]

    /// The characters of windows-1252 that are not in ISO 8859-1, as far as the words use them.
    private static let extras: [Unicode.Scalar: UInt8] = ["€": 0x80, "’": 0x92, "–": 0x96]

    /// Whether the encoding has a character.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard self == .windows1252 else { return true }
        return Encoding.extras[scalar] != nil || scalar.value < 0x80 || 0xA0...0xFF ~= scalar.value
    }

    /// Returns a text in this encoding; a character that it lacks becomes a question mark.
    func bytes(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: Array(text.utf8)
        case .utf8WithMark: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case .utf16LittleEndian: ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf16BigEndian: ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .windows1252: text.unicodeScalars.map { byte($0) }
        }
    }

    private func byte(_ scalar: Unicode.Scalar) -> UInt8 {
        guard contains(scalar) else { return UInt8(ascii: "?") }
        return Encoding.extras[scalar] ?? UInt8(scalar.value)
    }
}
