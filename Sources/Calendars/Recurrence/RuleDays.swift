/// The days on which a rule has occurrences.
///
/// The start supplies what the rule leaves out, such as the weekday of a weekly series.
///
/// Source: RFC 5545, 3.3.10, the table of expansions and limits.
struct RuleDays {
    private let rule: RecurrenceRule
    /// The days of the month of each month; empty if every day is a candidate.
    private let monthDays: [Int]
    /// The weekdays that count, by their number from Monday; empty if all do or if some have numbers.
    private let weekdays: [RecurrenceRule.Weekday]
    /// The months of a year with candidates.
    private let months: [Int]
    /// Whether a weekday's number counts within a year rather than a month.
    private let countsInYear: Bool

    /// Prepares the days of a rule.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The first day of the series.
    init(_ rule: RecurrenceRule, start: CivilDay) {
        self.rule = rule
        let hasDays = !(rule.monthDays.isEmpty && rule.yearDays.isEmpty && rule.weekdays.isEmpty)
        var monthDays = rule.monthDays
        var weekdays = rule.weekdays
        var months = rule.months
        switch rule.frequency {
        case .yearly where !rule.weekNumbers.isEmpty:
            if !hasDays { weekdays = [.init(number: 0, day: start.weekday)] }
        case .yearly where !hasDays:
            monthDays = [start.day]
            if months.isEmpty { months = [start.month] }
        case .monthly where !hasDays: monthDays = [start.day]
        case .weekly where weekdays.isEmpty: weekdays = [.init(number: 0, day: start.weekday)]
        default: break
        }
        self.monthDays = monthDays
        self.weekdays = weekdays
        self.months = months.isEmpty ? Array(1...12) : months
        countsInYear = rule.frequency == .yearly && rule.months.isEmpty
    }

    /// Returns the days of a year, ascending.
    func days(ofYear year: Int64) -> [Int64] {
        guard rule.yearDays.isEmpty else { return yearDays(of: year) }
        return months.flatMap { candidates(ofMonth: $0, year: year) }.ascending
    }

    /// Returns the days of a month, ascending.
    func days(ofMonth month: Int, year: Int64) -> [Int64] {
        guard rule.months.isEmpty || rule.months.contains(month) else { return [] }
        return candidates(ofMonth: month, year: year).ascending
    }

    /// Returns the days of the week that begins with a day, ascending.
    func days(ofWeek first: Int64) -> [Int64] { (first..<first + 7).filter { matches($0) } }

    /// Whether a rule whose periods are not longer than a day has occurrences on a day.
    func matches(_ day: Int64) -> Bool {
        if !weekdays.isEmpty {
            let weekday = CivilDay.weekday(of: day)
            guard weekdays.contains(where: { $0.day == weekday }) else { return false }
        }
        guard !rule.months.isEmpty || !monthDays.isEmpty || hasLimits else { return true }
        let date = CivilDay(number: day)
        guard rule.months.isEmpty || rule.months.contains(date.month) else { return false }
        if !monthDays.isEmpty {
            let length = CivilDay.length(ofMonth: date.month, year: date.year)
            guard monthDays.contains(where: { $0 == date.day || $0 + length + 1 == date.day }) else {
                return false
            }
        }
        return isWithinLimits(date)
    }

    private var hasLimits: Bool { !rule.yearDays.isEmpty || !rule.weekNumbers.isEmpty }

    /// Returns the days that `BYYEARDAY` names, as far as the other parts permit them.
    private func yearDays(of year: Int64) -> [Int64] {
        let first = CivilDay.first(ofMonth: 1, year: year)
        let length = CivilDay.length(ofYear: year)
        let days = rule.yearDays.compactMap { number -> Int64? in
            let index = number > 0 ? number : number + length + 1
            return (1...length).contains(index) ? first + Int64(index) - 1 : nil
        }
        return days.filter { day in
            let date = CivilDay(number: day)
            guard months.contains(date.month) else { return false }
            guard monthDays.isEmpty || dates(ofMonth: date.month, year: year).contains(day) else {
                return false
            }
            return isWithinLimits(date) && hasWeekday(date)
        }.ascending
    }

    private func candidates(ofMonth month: Int, year: Int64) -> [Int64] {
        dates(ofMonth: month, year: year).filter { day in
            guard hasLimits || !weekdays.isEmpty else { return true }
            let date = CivilDay(number: day)
            return hasWeekday(date) && isWithinLimits(date)
        }
    }

    /// Returns the days of a month that `BYMONTHDAY` permits.
    private func dates(ofMonth month: Int, year: Int64) -> [Int64] {
        let first = CivilDay.first(ofMonth: month, year: year)
        let length = CivilDay.length(ofMonth: month, year: year)
        guard !monthDays.isEmpty else { return Array(first..<first + Int64(length)) }
        return monthDays.compactMap { number in
            let day = number > 0 ? number : number + length + 1
            guard day < 1 || day > length else { return first + Int64(day) - 1 }
            switch rule.skip {
            case .omit: return nil
            case .backward: return day < 1 ? first - 1 : first + Int64(length) - 1
            case .forward: return day < 1 ? first : first + Int64(length)
            }
        }
    }

    private func isWithinLimits(_ date: CivilDay) -> Bool {
        guard hasLimits else { return true }
        if !rule.yearDays.isEmpty {
            let day = Int(date.number - CivilDay.first(ofMonth: 1, year: date.year)) + 1
            let length = CivilDay.length(ofYear: date.year)
            guard rule.yearDays.contains(where: { $0 == day || $0 + length + 1 == day }) else {
                return false
            }
        }
        guard !rule.weekNumbers.isEmpty else { return true }
        let week = CalendarWeek(of: date, weekStart: rule.weekStart)
        return rule.weekNumbers.contains { $0 == week.number || $0 + week.count + 1 == week.number }
    }

    private func hasWeekday(_ date: CivilDay) -> Bool {
        guard !weekdays.isEmpty else { return true }
        let weekday = date.weekday
        return weekdays.contains { entry in
            guard entry.day == weekday else { return false }
            return entry.number == 0 || isNumbered(entry.number, date)
        }
    }

    /// Whether a day is the one with a number among the same weekdays of its month or year.
    private func isNumbered(_ number: Int, _ date: CivilDay) -> Bool {
        let month = countsInYear ? 1 : date.month
        let first = CivilDay.first(ofMonth: month, year: date.year)
        let length =
            countsInYear
            ? CivilDay.length(ofYear: date.year) : CivilDay.length(ofMonth: month, year: date.year)
        let index = Int(date.number - first)
        return number == index / 7 + 1 || number == -((length - 1 - index) / 7 + 1)
    }
}

extension [Int64] {
    /// The elements in ascending order without repetition.
    fileprivate var ascending: [Int64] {
        let isAscending = zip(self, dropFirst()).allSatisfy { $0 < $1 }
        return isAscending ? self : Set(self).sorted()
    }
}
