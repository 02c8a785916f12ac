import Records

/// A date, or a date and time on the clocks of a time zone.
struct CalendarTime: Hashable {
    /// The seconds in a day of the clock.
    static let day: Int64 = 86_400

    /// The reading of a clock, in seconds since 1970-01-01T00:00 on the same clock; a date is its midnight.
    var wall: Int64
    /// Whether this is a date without a time.
    var isDate: Bool
    /// The time zone of the clock; for a date that of the machine.
    var zone: ZoneClock
    /// Whether the document names no zone, so that the time is the same on all clocks.
    var isFloating: Bool

    /// The moment at which the clock shows this, in seconds since 1970 in UTC.
    var moment: Int64 { zone.moment(of: wall) }

    /// The time on the same clock some seconds later.
    func later(by seconds: Int64) -> CalendarTime {
        var time = self
        time.wall += seconds
        return time
    }

    /// The JSON value: a date `2026-11-25`, or a moment in UTC.
    var text: String {
        isDate ? String(UTC(seconds: wall).description.prefix(10)) : UTC(seconds: moment).description
    }

    /// The form of the time in keys of records: a date `20261125`, or a moment in UTC `20261125T083000Z`.
    var key: String {
        let digits = text.utf8.filter { $0 != .hyphen && $0 != .colon }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Whether two times have the same clock, date and time.
    static func == (left: CalendarTime, right: CalendarTime) -> Bool {
        left.wall == right.wall && left.isDate == right.isDate && left.zone === right.zone
    }

    func hash(into hasher: inout Hasher) { hasher.combine(wall) }
}

/// The digits of a date or time in a document, without its zone.
///
/// Source: RFC 5545, 3.3.4 and 3.3.5.
struct TimeDigits {
    /// The seconds since 1970-01-01T00:00 on the same clock.
    let wall: Int64
    /// Whether there is no time.
    let isDate: Bool
    /// Whether it ends in `Z`.
    let isUTC: Bool

    /// Reads `20261125`, `20261125T093000` or `20261125T083000Z`; `nil` if the text is no such date or time.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard [8, 15, 16].contains(bytes.count), let year = TimeDigits.number(bytes[0..<4]),
            let month = TimeDigits.number(bytes[4..<6]), let day = TimeDigits.number(bytes[6..<8])
        else { return nil }
        var fields = UTC.Fields(year: year, month: month, day: day)
        if bytes.count > 8 {
            guard bytes[8] == UInt8(ascii: "T"), let hour = TimeDigits.number(bytes[9..<11]),
                let minute = TimeDigits.number(bytes[11..<13]), let second = TimeDigits.number(bytes[13..<15])
            else { return nil }
            fields.hour = hour
            fields.minute = minute
            // A leap second is the one before.
            fields.second = min(second, 59)
        }
        guard bytes.count < 16 || bytes[15] == UInt8(ascii: "Z"), let moment = UTC(fields) else { return nil }
        wall = moment.seconds
        isDate = bytes.count == 8
        isUTC = bytes.count == 16
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

/// A duration in a document.
///
/// Source: RFC 5545, 3.3.6.
enum CalendarDuration {
    private static let units: [UInt8: Int64] = [
        UInt8(ascii: "W"): 604_800, UInt8(ascii: "D"): 86_400, UInt8(ascii: "H"): 3600,
        UInt8(ascii: "M"): 60, UInt8(ascii: "S"): 1,
    ]

    /// The longest duration, a hundred years.
    private static let longest: Int64 = 3_155_760_000

    /// Reads `P1DT2H30M`, in seconds; `nil` if the text is no duration, or longer than a hundred years.
    static func seconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        let isNegative = rest.first == .hyphen
        if isNegative || rest.first == .plus { rest = rest.dropFirst() }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var total: Int64 = 0
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(digits.count)
            guard (1...9).contains(digits.count), let unit = rest.popFirst().flatMap({ units[$0] }) else {
                return nil
            }
            total += digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } * unit
        }
        guard total <= longest else { return nil }
        return isNegative ? -total : total
    }
}
