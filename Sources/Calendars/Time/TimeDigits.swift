import Records

/// The digits of a date or time in a document, without its zone.
///
/// Source: RFC 5545, 3.3.4 and 3.3.5; ISO 8601 for hyphens, colons, fractions and offsets, which some
/// programs write.
struct TimeDigits {
    /// The seconds since 1970-01-01T00:00 on the same clock.
    let wall: Int64
    /// Whether there is no time.
    let isDate: Bool
    /// Whether it is in UTC: it ends in `Z`, or states its offset.
    let isUTC: Bool

    /// Reads `20261125`, `20261125T093000` or `20261125T083000Z`; `nil` if the text is no such date or time.
    init?(_ text: some StringProtocol) {
        var reader = DigitReader(text)
        guard let date = reader.date() else { return nil }
        guard !reader.isAtEnd else {
            wall = date
            isDate = true
            isUTC = false
            return
        }
        guard reader.skip(UInt8(ascii: "t")), let time = reader.time() else { return nil }
        isDate = false
        isUTC = !reader.isAtEnd
        guard let offset = reader.offset() else { return nil }
        wall = date + time - offset
    }
}

/// Reads the digits of a text from its beginning, without its white space.
private struct DigitReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: some StringProtocol) {
        let all = Array(text.utf8)
        bytes = all.contains { $0 <= .space } ? all.filter { $0 > .space } : all
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { place == bytes.count }

    /// Reads a date, in seconds since 1970.
    mutating func date() -> Int64? {
        guard let year = number(4) else { return nil }
        skip(.hyphen)
        guard let month = number(2) else { return nil }
        skip(.hyphen)
        guard let day = number(2) else { return nil }
        return UTC(UTC.Fields(year: year, month: month, day: day))?.seconds
    }

    /// Reads a time, in seconds; the end of a day is `240000`.
    mutating func time() -> Int64? {
        guard let hour = number(2) else { return nil }
        skip(.colon)
        guard let minute = number(2), minute < 60 else { return nil }
        skip(.colon)
        // A leap second is the one before.
        let second = startsWithDigit ? number(2).map { min($0, 59) } : 0
        if skip(.period) { while startsWithDigit { place += 1 } }
        guard let second, hour < 24 || hour == 24 && minute == 0 && second == 0 else { return nil }
        return Int64(hour * 3600 + minute * 60 + second)
    }

    /// Reads the rest, the offset from UTC in seconds: 0 for `Z`, and without one.
    mutating func offset() -> Int64? {
        let start = place
        if isAtEnd || skip(UInt8(ascii: "z")) && isAtEnd { return 0 }
        return UTCOffset.seconds(bytes[start...])
    }

    /// Skips a byte, of a letter also that in upper case, and returns whether it is there.
    @discardableResult
    mutating func skip(_ byte: UInt8) -> Bool {
        guard place < bytes.count, bytes[place].lowercased == byte else { return false }
        place += 1
        return true
    }

    private var startsWithDigit: Bool { place < bytes.count && bytes[place].isDigit }

    private mutating func number(_ count: Int) -> Int? {
        guard bytes.count - place >= count else { return nil }
        var number = 0
        for byte in bytes[place..<place + count] {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte.digitValue)
        }
        place += count
        return number
    }
}
