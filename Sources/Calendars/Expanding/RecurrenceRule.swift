import CLibical

/// A recurrence rule, as libical reads it.
///
/// Source: RFC 5545, 3.3.10.
struct RecurrenceRule {
    /// The text of the rule.
    let text: String
    /// The seconds between two occurrences, for rules that repeat within a day; otherwise `nil`.
    let step: Int64?
    /// The seconds on the clock between any two occurrences, for rules without parts such as `BYDAY`; `nil` for
    /// others, which the library must iterate.
    let evenStep: Int64?
    /// The number of occurrences; `nil` if the rule does not limit it.
    let count: Int64?
    /// The end that the rule states; `nil` if it states none.
    let until: TimeDigits?

    /// Whether the rule limits the number of occurrences.
    var isCounted: Bool { count != nil }

    /// The seconds between two occurrences, by frequency.
    private static let units = [
        ICAL_SECONDLY_RECURRENCE: 1, ICAL_MINUTELY_RECURRENCE: 60, ICAL_HOURLY_RECURRENCE: 3600,
        ICAL_DAILY_RECURRENCE: CalendarTime.day, ICAL_WEEKLY_RECURRENCE: 7 * CalendarTime.day,
    ]

    /// Reads a rule; `nil` if it cannot be used.
    init?(_ text: String) {
        let text = RecurrenceRule.normalized(text)
        var rule = almanac_ical_rule()
        guard unsafe almanac_ical_read_rule(text, &rule) != 0 else { return nil }
        self.text = text
        count = rule.count > 0 ? Int64(rule.count) : nil
        let unit = RecurrenceRule.units.first { Int64($0.key.rawValue) == Int64(rule.frequency) }?.value
        let step = unit.map { $0 * Int64(max(1, rule.interval)) }
        self.step = unit.map { $0 < CalendarTime.day } == true ? step : nil
        let parts = text.split(separator: ";")
        evenStep = parts.contains { $0.hasPrefix("BY") || $0.hasPrefix("RSCALE=") } ? nil : step
        let end = parts.first { $0.hasPrefix("UNTIL=") }
        until = end.flatMap { TimeDigits($0.dropFirst("UNTIL=".utf8.count)) }
    }

    /// Returns a rule in the form that libical reads as RFC 5545 means it.
    ///
    /// Days of the month in every year without a month are those of all months, but libical takes the month of
    /// the start. A weekday has no number unless the rule is monthly or yearly, but some programs write one.
    private static func normalized(_ text: String) -> String {
        var parts = text.split(separator: ";").map(String.init)
        func has(_ name: String) -> Bool { parts.contains { $0.hasPrefix(name + "=") } }
        if parts.contains("FREQ=YEARLY") {
            let isOfMonths = has("BYMONTHDAY") && !has("BYMONTH") && !has("BYYEARDAY") && !has("BYWEEKNO")
            return isOfMonths ? text + ";BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12" : text
        }
        guard !parts.contains("FREQ=MONTHLY"), let place = parts.firstIndex(where: { $0.hasPrefix("BYDAY=") })
        else { return text }
        let days = parts[place].dropFirst("BYDAY=".utf8.count).split(separator: ",").map { $0.suffix(2) }
        parts[place] = "BYDAY=" + days.joined(separator: ",")
        return parts.joined(separator: ";")
    }
}

/// The occurrences of a rule on a clock, ascending.
struct RuleIterator: ~Copyable {
    private let iterator: OpaquePointer?
    private let isDate: Bool

    /// Begins to iterate.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The first time of the series, in seconds since 1970 on its clock.
    ///   - isDate: Whether the series consists of dates.
    ///   - until: The last time at which an occurrence may begin; `nil` if the rule has no end.
    ///   - first: The time before which no occurrence is needed.
    init(_ rule: RecurrenceRule, start: Int64, isDate: Bool, until: Int64?, from first: Int64) {
        self.isDate = isDate
        let canSkip = !rule.isCounted && first > start
        var begin = start
        // libical does not keep the interval of such rules when it skips.
        if canSkip, let step = rule.step { begin += (first - start) / step * step }
        let end = until.map { icaltimetype($0, isDate: isDate) } ?? icaltimetype()
        let made = unsafe almanac_ical_iterate(rule.text, icaltimetype(begin, isDate: isDate), end)
        if canSkip, rule.step == nil, let made = unsafe made,
            unsafe almanac_icalrecur_iterator_set_start(made, icaltimetype(first, isDate: isDate)) == 0
        {
            // The rule ends before.
            unsafe almanac_icalrecur_iterator_free(made)
            unsafe iterator = nil
        } else {
            unsafe iterator = made
        }
    }

    /// Returns the next occurrence, in seconds since 1970 on the clock; `nil` after the last one.
    func next() -> Int64? {
        guard let iterator = unsafe iterator else { return nil }
        return unsafe almanac_icalrecur_iterator_next(iterator).wall
    }

    deinit {
        if let iterator = unsafe iterator { unsafe almanac_icalrecur_iterator_free(iterator) }
    }
}
