import Records

/// The names of sources and keys as levels of topics, reversibly.
///
/// `%`, `/`, `+`, `#`, `$`, control characters, noncharacters of Unicode and an underscore at the start are
/// percent-encoded: MQTT gives them a meaning or does not allow them, and names with an underscore belong to
/// the bridge.
///
/// Source: MQTT Version 5.0, 1.5.4 and 4.7; RFC 3986, 2.1 for the encoding.
public nonisolated enum TopicLevel {
    private static let special = Set("%/+#$".unicodeScalars)

    /// Returns the level of a name.
    public static func encoded(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard scalars.first == "_" || scalars.contains(where: isSpecial) else { return name }
        var level = ""
        for (index, scalar) in scalars.enumerated() {
            if isSpecial(scalar) || index == 0 && scalar == "_" {
                for byte in String(scalar).utf8 { level += "%" + hexadecimal(byte) }
            } else {
                level.unicodeScalars.append(scalar)
            }
        }
        return level
    }

    /// Returns the name of a level; `nil` if a percent sign is not followed by two hexadecimal digits, or the
    /// name is not UTF-8.
    public static func decoded(_ level: String) -> String? {
        var bytes: [UInt8] = []
        var rest = level.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == .percent else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
        special.contains(scalar) || scalar.properties.generalCategory == .control
            || scalar.properties.isNoncharacterCodePoint
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + digits : digits
    }
}
