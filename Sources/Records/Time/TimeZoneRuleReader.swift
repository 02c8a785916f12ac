extension TimeZoneRule {
    /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<-03>3`.
    ///
    /// - Throws: An error about the rule if it is malformed, or has daylight saving time without its days.
    init(_ text: ArraySlice<UInt8>) throws(TimeZoneError) {
        var reader = TimeZoneRuleReader(text)
        guard let rule = reader.read() else {
            throw .invalid("rule \(String(decoding: text.prefix(100), as: UTF8.self))")
        }
        self = rule
    }
}

/// Reads the rule of a time zone.
///
/// Source: POSIX.1-2024, 8.3, `TZ`: `std offset [dst [offset] , date [/time] , date [/time]]`.
private struct TimeZoneRuleReader {
    /// The greatest hours of an offset, and of the time of a change (RFC 9636, 3.3.1).
    private static let mostHours = 24
    private static let mostChangeHours = 167
    /// The time of a change that states none: 02:00, in seconds.
    private static let usualTime = 7200

    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    /// Returns the rule; `nil` if the text is malformed.
    mutating func read() -> TimeZoneRule? {
        guard let standardName = name(), let west = time(mostHours: TimeZoneRuleReader.mostHours) else {
            return nil
        }
        let standard = TimeZoneFile.LocalTime(secondsEast: -west, abbreviation: standardName)
        guard !rest.isEmpty else { return TimeZoneRule(standard: standard, daylight: nil) }
        guard let daylight = daylight(after: standard), rest.isEmpty else { return nil }
        return TimeZoneRule(standard: standard, daylight: daylight)
    }

    /// Reads daylight saving time, which is one hour ahead unless it states its offset.
    private mutating func daylight(after standard: TimeZoneFile.LocalTime) -> TimeZoneRule.Daylight? {
        guard let name = name() else { return nil }
        var secondsEast = standard.secondsEast + 3600
        if rest.first != .comma {
            guard let west = time(mostHours: TimeZoneRuleReader.mostHours) else { return nil }
            secondsEast = -west
        }
        guard let start = change(), let end = change() else { return nil }
        return TimeZoneRule.Daylight(
            localTime: TimeZoneFile.LocalTime(secondsEast: secondsEast, abbreviation: name), start: start,
            end: end)
    }

    /// Reads at least three letters, or letters, digits and signs between `<` and `>`.
    private mutating func name() -> String? {
        let isQuoted = skip(.lessThan)
        let name = rest.prefix { isQuoted ? $0.isOfTimeZoneName : $0.isLetter }
        rest = rest.dropFirst(name.count)
        guard name.count >= 3, !isQuoted || skip(.greaterThan) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    private mutating func time(mostHours: Int) -> Int? {
        let isNegative = skip(.hyphen)
        if !isNegative { _ = skip(.plus) }
        guard let hours = number(in: 0...mostHours) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where skip(.colon) {
            guard let value = number(in: 0...59) else { return nil }
            seconds += value * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// Reads `,date[/time]`.
    private mutating func change() -> TimeZoneRule.Change? {
        guard skip(.comma), let day = day() else { return nil }
        guard skip(.slash) else {
            return TimeZoneRule.Change(day: day, time: TimeZoneRuleReader.usualTime)
        }
        guard let time = time(mostHours: TimeZoneRuleReader.mostChangeHours) else { return nil }
        return TimeZoneRule.Change(day: day, time: time)
    }

    private mutating func day() -> TimeZoneRule.Day? {
        if skip(UInt8(ascii: "J")) { return number(in: 1...365).map { .withoutLeapDay($0) } }
        guard skip(UInt8(ascii: "M")) else { return number(in: 0...365).map { .withLeapDay($0) } }
        guard let month = number(in: 1...12), skip(.period), let week = number(in: 1...5), skip(.period),
            let weekday = number(in: 0...6)
        else { return nil }
        return .weekday(weekday, week: week, month: month)
    }

    /// Reads up to three digits; `nil` if there are none, or the number is out of range.
    private mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(3).prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return !digits.isEmpty && range.contains(value) ? value : nil
    }

    /// Skips a character; returns `false` if another one follows.
    private mutating func skip(_ character: UInt8) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }
}
