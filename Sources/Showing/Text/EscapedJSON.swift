/// Returns JSON text that is safe for a terminal: control characters are written as `\u` escapes, so that the
/// value stays the same.
///
/// Source: RFC 8259 §7.
public func escapedJSON(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if scalar == "\n" || visible(String(scalar)) == String(scalar) {
            safe.append(scalar)
        } else {
            for unit in String(scalar).utf16 { safe.append(contentsOf: escape(unit).unicodeScalars) }
        }
    }
    return String(safe)
}

private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}
