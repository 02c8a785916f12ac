import Records

/// Dates in the usual form of mail, `Tue, 10 Jun 2003 04:00:00 +0200`: nearly all dates of RSS have it, and it can be
/// read by its places.
///
/// Source: RFC 2822 §3.3.
enum MailDate {
    /// - Returns: `nil` for any other form, which may be a date nevertheless.
    static func moment(_ text: String) -> UTC? {
        var text = text
        return text.withUTF8 { unsafe moment($0.span) }
    }

    private static func moment(_ bytes: Span<UInt8>) -> UTC? {
        guard bytes.count >= 29, bytes[3] == 0x2C, bytes[4] == 0x20, bytes[7] == 0x20, bytes[11] == 0x20,
            bytes[16] == 0x20, bytes[19] == 0x3A, bytes[22] == 0x3A, bytes[25] == 0x20,
            let day = number(bytes, 5, 2), let month = month(bytes), let year = number(bytes, 12, 4),
            let hour = number(bytes, 17, 2), let minute = number(bytes, 20, 2),
            let second = number(bytes, 23, 2), let zone = zone(bytes)
        else { return nil }
        let fields = UTC.Fields(
            year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
        return UTC(fields).map { UTC(microseconds: $0.microseconds - Int64(zone) * 60_000_000) }
    }

    private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for at in start..<start + count {
            guard bytes[at] &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(bytes[at] - 0x30)
        }
        return value
    }

    private static func month(_ bytes: Span<UInt8>) -> Int? {
        let name = UInt32(bytes[8] | 0x20) << 16 | UInt32(bytes[9] | 0x20) << 8 | UInt32(bytes[10] | 0x20)
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    /// The first three letters of the months, one behind the other.
    private static let months: [UInt32] = [
        0x6A616E, 0x666562, 0x6D6172, 0x617072, 0x6D6179, 0x6A756E, 0x6A756C, 0x617567, 0x736570, 0x6F6374,
        0x6E6F76, 0x646563,
    ]

    /// Minutes east of UTC: `GMT` or `+hhmm`.
    private static func zone(_ bytes: Span<UInt8>) -> Int? {
        if bytes.count == 29, bytes[26] == 0x47, bytes[27] == 0x4D, bytes[28] == 0x54 { return 0 }
        guard bytes.count == 31, bytes[26] == 0x2B || bytes[26] == 0x2D, let value = number(bytes, 27, 4)
        else {
            return nil
        }
        return (bytes[26] == 0x2D ? -1 : 1) * (value / 100 * 60 + value % 100)
    }
}
