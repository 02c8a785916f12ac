import Records

/// What a definition says a field holds, beside text.
enum FieldType: Hashable, Sendable {
    case number
    case boolean
    case time

    /// What is wrong with a text that is none.
    var fault: String {
        switch self {
        case .number: "not a number"
        case .boolean: "not true or false"
        case .time: "not a time"
        }
    }

    /// Reads a text without blanks at its ends; `nil` when it is none of the type.
    func value(_ text: String) -> JSON? {
        switch self {
        case .number: FieldType.number(text).map(JSON.number)
        case .boolean: FieldType.boolean(Array(text.utf8).span).map(JSON.bool)
        case .time: UTC(looseText: text).map { .string($0.description) }
        }
    }

    /// Whether the bytes are a number that JSON can hold as it stands, neither too long nor too large.
    static func isLiteral(_ bytes: Span<UInt8>) -> Bool {
        if PlainDecimal(bytes)?.isLiteral ?? false { return true }
        var scanner = JSONScanner()
        guard (1...40).contains(bytes.count), let first = scanner.peek(bytes), scanner.offset == 0,
            first == 0x2D || first &- 0x30 < 10,
            // Whatever is no number is read as such below.
            let place = try? scanner.number(bytes), place.upperBound == bytes.count
        else { return false }
        for index in 0..<bytes.count where bytes[index] | 0x20 == 0x65 {
            return Double(bytes.text(0..<bytes.count))?.isFinite ?? false
        }
        return true
    }

    /// The literal of a number; also of one with a plus, leading zeros or nothing on one side of the point.
    static func number(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        if isLiteral(bytes.span) { return text }
        let isDecimal = bytes.allSatisfy { $0 &- 0x30 < 10 || ".+-eE".utf8.contains($0) }
        guard isDecimal, bytes.count <= 400, bytes.contains(where: { $0 &- 0x30 < 10 }),
            let value = Double(text.first == "+" ? String(text.dropFirst()) : text), value.isFinite
        else { return nil }
        return JSONWriter.shortest(value)
    }

    /// Reads `true`, `false`, `yes`, `no`, `on`, `off`, `t`, `f`, `y`, `n`, `1` and `0`, whatever their case.
    static func boolean(_ bytes: Span<UInt8>) -> Bool? {
        guard (1...5).contains(bytes.count) else { return nil }
        var word: UInt64 = 0
        for index in 0..<bytes.count { word = word << 8 | UInt64(bytes[index] | 0x20) }
        switch word {
        // true, yes, on, t, y and 1, of which each byte has the bit of the lower case.
        case 0x7472_7565, 0x79_6573, 0x6F6E, 0x74, 0x79, 0x31: return true
        // false, no, off, f, n and 0.
        case 0x66_616C_7365, 0x6E6F, 0x6F_6666, 0x66, 0x6E, 0x30: return false
        default: return nil
        }
    }
}
