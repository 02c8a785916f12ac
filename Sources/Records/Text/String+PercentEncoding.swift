/// Percent-encoding.
///
/// Source: RFC 3986 §2.1 and §2.3.
extension String {
    /// Returns the text as a part of an address, in which no byte has a meaning: all bytes are encoded except
    /// letters, digits, `-`, `.`, `_`, `~`, and those of another text.
    ///
    /// - Parameter others: ASCII characters that are not encoded either.
    /// - Returns: The encoded text, in ASCII.
    public func percentEncoded(keeping others: String = "") -> String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved || others.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Uppercase ones, which §6.2.2.1 makes the normal form.
private let digits = Array("0123456789ABCDEF".utf8)

extension UInt8 {
    private static let unreservedMarks: [UInt8] = [.hyphen, .period, .underscore, .tilde]

    /// Whether it is an unreserved character of addresses.
    fileprivate var isUnreserved: Bool { isLetterOrDigit || UInt8.unreservedMarks.contains(self) }
}
