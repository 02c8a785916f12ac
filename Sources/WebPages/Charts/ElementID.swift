/// Returns an identifier of an element, made of a key and names of members: `KPWM-wind`.
///
/// Letters, digits, `.` and `_` of ASCII are kept; any other byte becomes `~` and two hexadecimal digits, so
/// that different parts have different identifiers, which neither contain white space nor need an escape in
/// a reference such as `url(#…)`.
///
/// Source: HTML Living Standard, 3.2.6.1 (the id attribute).
func elementID(_ parts: String...) -> String { parts.map(identifying).joined(separator: "-") }

private func identifying(_ part: String) -> String {
    // An identifier must not be empty.
    guard !part.isEmpty else { return "~" }
    var bytes: [UInt8] = []
    for byte in part.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
            bytes.append(byte)
        default: bytes += [UInt8(ascii: "~"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private let digits = Array("0123456789abcdef".utf8)
