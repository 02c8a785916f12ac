import Records

/// A time that is only digits: a date without separators, or a count since 1970.
///
/// The number of digits tells which: `yyyy` 4, `yyyyddd` 7, `yyyymmdd` 8, `yyyymmddhh` 10, `yyyymmddhhmm` 12,
/// `yyyymmddhhmmss` 14 and with milliseconds 17; seconds 9 and 10, milliseconds 12 and 13, microseconds 15
/// and 16, nanoseconds 18 and 19. Ten and twelve digits are a date if they can be one of 1900 to 2099.
struct DigitTime {
    private let digits: [UInt8]
    private let text: String

    /// Finds the digits; `nil` if the text is not a number.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let unsigned = bytes.first == .hyphen ? bytes.dropFirst() : bytes[...]
        let whole = unsigned.prefix { $0 != .period }
        let fraction = unsigned.dropFirst(whole.count + 1)
        guard !whole.isEmpty, whole.allSatisfy(\.isDigit), fraction.allSatisfy(\.isDigit) else { return nil }
        digits = Array(whole)
        self.text = text
    }

    /// Whether the digits may be both a date with an hour and a count.
    var isOpen: Bool { isEither && date != nil }

    /// Whether the digits are as many as in a date with an hour, but can only be a count.
    var isCount: Bool { isEither && date == nil }

    private var isEither: Bool { digits.count == 10 || digits.count == 12 }

    /// Tells the moment.
    ///
    /// - Parameter meaning: What other values of the column show.
    /// - Returns: The moment; `nil` if the digits do not tell it.
    func moment(_ meaning: DigitMeaning) -> UTC? {
        switch meaning {
        case .dates where isEither: date
        case .counts where isEither: count
        case .contradictory where isEither: nil
        default: date ?? count
        }
    }

    private var count: UTC? {
        switch digits.count {
        case 9, 10: return TimeUnit.seconds.moment(text)
        case 12, 13: return TimeUnit.milliseconds.moment(text)
        case 15, 16: return TimeUnit.microseconds.moment(text)
        case 18, 19: return TimeUnit.nanoseconds.moment(text)
        default: return nil
        }
    }

    /// The date that the digits are; `nil` if they are none.
    private var date: UTC? {
        guard digits.count == text.utf8.count, [4, 7, 8, 10, 12, 14, 17].contains(digits.count),
            (1700...2199).contains(number(0..<4)), !isEither || (1900...2099).contains(number(0..<4))
        else { return nil }
        if digits.count == 7 { return UTC(year: number(0..<4), dayOfYear: number(4..<7)) }
        var fields = UTC.Fields(year: number(0..<4), month: 1, day: 1)
        if digits.count >= 8 {
            fields.month = number(4..<6)
            fields.day = number(6..<8)
        }
        if digits.count >= 10 { fields.hour = number(8..<10) }
        // Hourly data often number the hours from 1 to 24. Source: ISO 8601:2004, 4.2.3.
        let isMidnight = fields.hour == 24 && digits.dropFirst(10).allSatisfy { $0 == UInt8(ascii: "0") }
        if isMidnight { fields.hour = 0 }
        if digits.count >= 12 { fields.minute = number(10..<12) }
        if digits.count >= 14 { fields.second = number(12..<14) }
        let millis = digits.count == 17 ? number(14..<17) : 0
        let day: Int64 = isMidnight ? 86_400_000_000 : 0
        return UTC(fields).map { UTC(microseconds: $0.microseconds + day + Int64(millis) * 1000) }
    }

    private func number(_ part: Range<Int>) -> Int { digits[part].reduce(0) { $0 * 10 + Int($1.digitValue) } }
}
