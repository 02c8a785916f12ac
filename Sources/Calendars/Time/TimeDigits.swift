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
        var rest = Array(text.utf8).filter { $0 > .space }[...]
        guard let date = TimeDigits.date(&rest) else { return nil }
        guard !rest.isEmpty else {
            wall = date
            isDate = true
            isUTC = false
            return
        }
        guard let letter = rest.popFirst(), letter.lowercased == UInt8(ascii: "t"),
            let time = TimeDigits.time(&rest)
        else { return nil }
        isDate = false
        isUTC = !rest.isEmpty
        if rest.isEmpty || rest.map(\.lowercased) == [UInt8(ascii: "z")] {
            wall = date + time
        } else {
            guard let offset = UTCOffset.seconds(rest) else { return nil }
            wall = date + time - offset
        }
    }

    /// Reads the date at the beginning, in seconds since 1970.
    private static func date(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let year = number(&rest, 4) else { return nil }
        skip(.hyphen, &rest)
        guard let month = number(&rest, 2) else { return nil }
        skip(.hyphen, &rest)
        guard let day = number(&rest, 2) else { return nil }
        return UTC(UTC.Fields(year: year, month: month, day: day))?.seconds
    }

    /// Reads the time at the beginning, in seconds; the end of a day is `240000`.
    private static func time(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let hour = number(&rest, 2) else { return nil }
        skip(.colon, &rest)
        guard let minute = number(&rest, 2), minute < 60 else { return nil }
        skip(.colon, &rest)
        // A leap second is the one before.
        let second = rest.first?.isDigit == true ? number(&rest, 2).map { min($0, 59) } : 0
        if rest.first == .period { rest = rest.dropFirst().drop(while: \.isDigit) }
        guard let second, hour < 24 || hour == 24 && minute == 0 && second == 0 else { return nil }
        return Int64(hour * 3600 + minute * 60 + second)
    }

    private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
        if rest.first == byte { rest.removeFirst() }
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1.digitValue) }
    }
}
