/// The occurrences of a rule on a clock, ascending.
///
/// The periods of the rule, such as months, are visited one after the other; the occurrences of one are the
/// combinations of its days and of the times of a day, or those of them that `BYSETPOS` selects. None is
/// computed before it is asked for, and the number of combinations, days and periods that are looked at is
/// limited.
///
/// Source: RFC 5545, 3.3.10.
struct RuleIterator {
    /// The most combinations, days and periods that are looked at.
    private static let mostWork = 500_000

    private let rule: RecurrenceRule
    private let candidates: RuleDays
    /// The first time of the series, in seconds since 1970 on its clock.
    private let start: Int64
    private let isDate: Bool
    private let first: Int64
    private let last: Int64
    /// The number of the first period since 1970, or since the year 0, and of the next one.
    private let origin: Int64
    private var period: Int64
    /// The days of the current period, and the times of day, in seconds.
    private var days: [Int64] = []
    private var times: [Int64]
    /// The combinations of the current period that count, by their place; `nil` if all do.
    private var selected: [Int]?
    private var place = 0
    /// The occurrences that are left; `nil` if the rule does not limit their number.
    private var left: Int64?
    private var isAtStart = true
    private var work = 0

    /// Whether it ended before the last occurrence, since too much had to be looked at.
    private(set) var isExhausted = false

    /// Begins to iterate.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The first time of the series, in seconds since 1970 on its clock.
    ///   - isDate: Whether the series consists of dates.
    ///   - until: The last time at which an occurrence may begin; `nil` if the rule has no end.
    ///   - first: The time before which no occurrence is needed.
    ///   - last: The time after which no occurrence is needed.
    ///   - countsStart: Whether the start counts as the first occurrence even if it does not match the rule.
    init(
        _ rule: RecurrenceRule, start: Int64, isDate: Bool, until: Int64?, from first: Int64,
        through last: Int64, countsStart: Bool = true
    ) {
        self.rule = rule
        self.start = start
        self.isDate = isDate
        self.first = max(first, start)
        self.last = min(last, until ?? last)
        let day = CivilDay(number: start.floored(by: CalendarTime.day))
        candidates = RuleDays(rule, start: day)
        times = isDate ? [0] : RuleTimes.ofDay(rule, start: start.modulo(CalendarTime.day))
        origin = RuleIterator.period(of: start, rule)
        left = rule.count
        isAtStart = countsStart && rule.isCounted
        period = origin
        guard !rule.isCounted, self.first > start else { return }
        // With SKIP, an occurrence may belong to the period before.
        let passed = RuleIterator.period(of: self.first, rule) - origin - (rule.skip == .omit ? 0 : 1)
        period += max(0, passed) / rule.interval * rule.interval
    }

    /// Returns the next occurrence, in seconds since 1970 on the clock; `nil` after the last one.
    mutating func next() -> Int64? {
        while left != 0 {
            guard work < RuleIterator.mostWork else {
                isExhausted = true
                return nil
            }
            guard let time = nextOfPeriod() else {
                guard advance() else { return nil }
                continue
            }
            guard time >= start, !isDate || time.modulo(CalendarTime.day) == 0 else { continue }
            guard time <= last else { return nil }
            if isAtStart {
                isAtStart = false
                if time != start {
                    // The start is the first occurrence, though it does not match the rule.
                    left = left.map { $0 - 1 }
                    guard left != 0 else { return nil }
                }
            }
            left = left.map { $0 - 1 }
            if time >= first { return time }
        }
        return nil
    }

    private mutating func nextOfPeriod() -> Int64? {
        let count = selected?.count ?? days.count * times.count
        guard place < count else { return nil }
        let index = selected?[place] ?? place
        place += 1
        work += 1
        return days[index / times.count] * CalendarTime.day + times[index % times.count]
    }

    /// Makes the next period the current one; `false` if there is none.
    private mutating func advance() -> Bool {
        guard let start = startOfPeriod, start <= last else { return false }
        let current = period
        period += rule.interval
        fill(current)
        work += 1
        place = 0
        selected = rule.positions.isEmpty ? nil : selection(of: days.count * times.count)
        return true
    }

    private func selection(of count: Int) -> [Int] {
        let places = rule.positions.map { $0 > 0 ? $0 - 1 : $0 + count }
        return Set(places.filter { (0..<count).contains($0) }).sorted()
    }

    /// The first second of the next period; `nil` if it is a month or year after 9999.
    private var startOfPeriod: Int64? {
        switch rule.frequency {
        case .yearly: period > 9999 ? nil : CivilDay.first(ofMonth: 1, year: period) * CalendarTime.day
        case .monthly: period >= 120_000 ? nil : firstDayOfMonth * CalendarTime.day
        case .weekly: firstDay(ofWeek: period) * CalendarTime.day
        default: period * (rule.frequency.seconds ?? 1)
        }
    }

    private func firstDay(ofWeek week: Int64) -> Int64 { week * 7 - 3 + Int64(rule.weekStart) }

    private var firstDayOfMonth: Int64 {
        CivilDay.first(ofMonth: Int(period.modulo(12)) + 1, year: period.floored(by: 12))
    }

    /// Computes the days and times of a period.
    private mutating func fill(_ current: Int64) {
        switch rule.frequency {
        case .yearly:
            days = candidates.days(ofYear: current)
            work += 12
        case .monthly:
            let year = current.floored(by: 12)
            days = candidates.days(ofMonth: Int(current.modulo(12)) + 1, year: year)
            work += 4
        case .weekly:
            days = candidates.days(ofWeek: firstDay(ofWeek: current))
            work += 7
        case .daily: days = candidates.matches(current) ? [current] : []
        case .hourly, .minutely, .secondly: fillWithinDay(current)
        }
    }

    /// Computes the times of an hour, a minute or a second; if its day, hour or minute has none, all periods
    /// within that are passed over.
    private mutating func fillWithinDay(_ current: Int64) {
        let unit = rule.frequency.seconds ?? 1
        let time = current * unit
        let day = time.floored(by: CalendarTime.day)
        days = []
        guard candidates.matches(day) else { return skip(to: (day + 1) * CalendarTime.day, unit) }
        let second = time.modulo(CalendarTime.day)
        let hour = Int(second / 3600)
        guard rule.hours.isEmpty || rule.hours.contains(hour) else {
            return skip(to: (time.floored(by: 3600) + 1) * 3600, unit)
        }
        if rule.frequency < .hourly, !rule.minutes.isEmpty, !rule.minutes.contains(Int(second / 60 % 60)) {
            return skip(to: (time.floored(by: 60) + 1) * 60, unit)
        }
        if rule.frequency == .secondly, !rule.seconds.isEmpty, !rule.seconds.contains(Int(second % 60)) {
            return
        }
        days = [day]
        times = RuleTimes.ofPeriod(rule, at: second, start: start.modulo(CalendarTime.day))
    }

    /// Makes the first period that does not begin before a time the next one.
    private mutating func skip(to time: Int64, _ unit: Int64) {
        let target = -(-time).floored(by: unit)
        let missing = target - period
        guard missing > 0 else { return }
        period += (missing + rule.interval - 1) / rule.interval * rule.interval
    }

    /// Returns the number of the period of a time.
    private static func period(of time: Int64, _ rule: RecurrenceRule) -> Int64 {
        let day = time.floored(by: CalendarTime.day)
        switch rule.frequency {
        case .yearly: return CivilDay(number: day).year
        case .monthly:
            let date = CivilDay(number: day)
            return date.year * 12 + Int64(date.month) - 1
        // The fourth day before 1970-01-01 was a Monday.
        case .weekly: return (day + 3 - Int64(rule.weekStart)).floored(by: 7)
        default: return time.floored(by: rule.frequency.seconds ?? 1)
        }
    }
}
