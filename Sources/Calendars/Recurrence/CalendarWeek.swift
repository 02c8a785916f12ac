/// The week of a day: the first one of a year is the first with at least four days in it.
///
/// Source: RFC 5545, 3.3.10, `BYWEEKNO`; ISO 8601 for weeks that begin on a Monday.
struct CalendarWeek {
    /// The number of the week, 1...53.
    let number: Int
    /// The number of weeks of its year.
    let count: Int

    /// Finds the week of a day.
    ///
    /// - Parameters:
    ///   - date: The day.
    ///   - weekStart: The first day of a week: 0 for Monday, 6 for Sunday.
    init(of date: CivilDay, weekStart: Int) {
        var first = CalendarWeek.first(of: date.year, weekStart: weekStart)
        var next = CalendarWeek.first(of: date.year + 1, weekStart: weekStart)
        if date.number < first {
            next = first
            first = CalendarWeek.first(of: date.year - 1, weekStart: weekStart)
        } else if date.number >= next {
            first = next
            next = CalendarWeek.first(of: date.year + 2, weekStart: weekStart)
        }
        number = Int(date.number - first) / 7 + 1
        count = Int(next - first) / 7
    }

    /// Returns the first day of the first week of a year.
    private static func first(of year: Int64, weekStart: Int) -> Int64 {
        let newYear = CivilDay.first(ofMonth: 1, year: year)
        let passed = (CivilDay.weekday(of: newYear) - weekStart + 7) % 7
        return newYear - Int64(passed) + (passed > 3 ? 7 : 0)
    }
}
