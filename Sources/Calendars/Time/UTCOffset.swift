import Records

/// An offset from UTC in a document.
///
/// Source: RFC 5545, 3.3.14.
enum UTCOffset {
    /// Reads `+0100`, `-033000` or `+01:00`, in seconds; `nil` if the text is no offset of less than a day.
    static func seconds(_ text: some Sequence<UInt8>) -> Int64? {
        let bytes = text.filter { $0 != .colon && $0 > .space }
        guard let sign = bytes.first, sign == .plus || sign == .hyphen else { return nil }
        let digits = bytes.dropFirst()
        guard [4, 6].contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
        let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1.digitValue) }
        let full = digits.count == 4 ? value * 100 : value
        let seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
        guard seconds < CalendarTime.day else { return nil }
        return sign == .hyphen ? -seconds : seconds
    }

    /// Reads an offset as the name of a zone, such as `UTC+1`, `GMT-05:00` or `+0530`, in seconds; `nil` if
    /// the text is none.
    static func named(_ text: some StringProtocol) -> Int64? {
        let upper = text.uppercased()
        let hasName = upper.hasPrefix("UTC") || upper.hasPrefix("GMT")
        let rest = Array((hasName ? String(upper.dropFirst(3)) : upper).utf8).filter { $0 > .space }
        let digits = rest.dropFirst()
        if digits.count <= 2 {
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
            let zeros: [UInt8] = [UInt8(ascii: "0"), UInt8(ascii: "0")]
            return seconds(rest.prefix(1) + zeros.prefix(2 - digits.count) + digits + zeros)
        }
        // A colon after one digit of the hour.
        let isShort = digits.count == 4 && digits.dropFirst().first == .colon
        return seconds(isShort ? rest.prefix(1) + [UInt8(ascii: "0")] + digits : rest[...])
    }
}
