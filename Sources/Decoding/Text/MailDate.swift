import Records

/// Dates in the usual form of mail, `Tue, 10 Jun 2003 04:00:00 +0200`, read by fixed columns; nearly all
/// dates of RSS feeds have this form.
///
/// Source: RFC 2822 §3.3.
enum MailDate {
    /// Parses a date of the usual form.
    ///
    ///
    /// - Returns: The moment; `nil` for any other form, which may still be a date.
    static func moment(_ text: String) -> UTC? {
        var text = text
        return text.withUTF8 { unsafe moment($0.span) }
    }

    private static func moment(_ bytes: Span<UInt8>) -> UTC? {
        guard bytes.count >= 29, bytes[3] == .comma, bytes[4] == .space, bytes[7] == .space,
            bytes[11] == .space,
            bytes[16] == .space, bytes[19] == .colon, bytes[22] == .colon, bytes[25] == .space,
            let day = number(bytes, start: 5, count: 2), let month = month(bytes),
            let year = number(bytes, start: 12, count: 4),
            let hour = number(bytes, start: 17, count: 2), let minute = number(bytes, start: 20, count: 2),
            let second = number(bytes, start: 23, count: 2), let zone = zone(bytes)
        else { return nil }
        let fields = UTC.Fields(
            year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
        return UTC(fields).map { UTC(microseconds: $0.microseconds - Int64(zone) * 60_000_000) }
    }

    private static func number(_ bytes: Span<UInt8>, start: Int, count: Int) -> Int? {
        var value = 0
        for at in start..<start + count {
            guard bytes[at].isDigit else { return nil }
            value = value * 10 + Int(bytes[at].digitValue)
        }
        return value
    }

    private static func month(_ bytes: Span<UInt8>) -> Int? {
        let name =
            UInt32(bytes[8] | .caseBit) << 16 | UInt32(bytes[9] | .caseBit) << 8
            | UInt32(bytes[10] | .caseBit)
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    /// The first three letters of each month.
    private static let months: [UInt32] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { UInt32(UInt64.word($0)) }

    /// Returns the offset in minutes east of UTC: `GMT` or `+hhmm`.
    private static func zone(_ bytes: Span<UInt8>) -> Int? {
        if bytes.count == 29, bytes[26] == UInt8(ascii: "G"), bytes[27] == UInt8(ascii: "M"),
            bytes[28] == UInt8(ascii: "T")
        {
            return 0
        }
        guard bytes.count == 31, bytes[26] == .plus || bytes[26] == .hyphen,
            let value = number(bytes, start: 27, count: 4), value < 2400, value % 100 < 60
        else {
            return nil
        }
        return (bytes[26] == .hyphen ? -1 : 1) * (value / 100 * 60 + value % 100)
    }
}
