import Records

/// Returns text in which all characters that a terminal would interpret are escaped: control characters (C0,
/// DEL, C1), bidirectional controls, line and paragraph separators, and invisible marks.
///
/// `\n`, `\t` and `\r` have their usual names, others are `\x1b` or `\u{202e}`. Invalid UTF-8 was replaced by
/// U+FFFD earlier.
public func visible(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ $0.isASCII && !$0.isControl }) { return String(text) }
    guard text.unicodeScalars.contains(where: isDangerous) else { return String(text) }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if isDangerous(scalar) {
            safe.append(contentsOf: escape(scalar).unicodeScalars)
        } else {
            safe.append(scalar)
        }
    }
    return String(safe)
}

/// Returns text without the characters that `visible` escapes; line breaks stay and tabs become spaces.
package func harmless(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isDangerous) else { return String(text) }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if scalar == "\t" {
            safe.append(" ")
        } else if scalar == "\n" || !isDangerous(scalar) {
            safe.append(scalar)
        }
    }
    return String(safe)
}

/// Source: ECMA-48 (C0, C1); Unicode UAX #9 (bidirectional controls), UTR #36 §3 (invisible characters).
private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
        true
    default: false
    }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\r": return "\\r"
    default:
        let digits = String(scalar.value, radix: 16)
        guard scalar.value < 0x100 else { return "\\u{\(digits)}" }
        return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
}
