/// The rule by which local time changes every year.
///
/// Source: POSIX.1-2024, 8.3, `TZ`; RFC 9636, 3.3.1: hours may be negative and exceed a day.
struct TimeZoneRule: Hashable, Sendable {
    /// A day of the year.
    enum Day: Hashable {
        /// `Mm.w.d`: a weekday, 0 for Sunday, of a month; week 5 is the last one.
        case weekday(Int, week: Int, month: Int)
        /// `Jn`: 1...365; the leap day is never counted, and cannot be named.
        case withoutLeapDay(Int)
        /// `n`: 0...365; the leap day is counted.
        case withLeapDay(Int)
    }

    /// A moment in every year, in the local time until then.
    struct Change: Hashable {
        let day: Day
        /// The seconds after the start of the day; may be negative or longer than a day.
        let time: Int
    }

    /// Daylight saving time: its local time, when it begins, and when it ends.
    struct Daylight: Hashable {
        let localTime: TimeZoneFile.LocalTime
        let start: Change
        let end: Change
    }

    let standard: TimeZoneFile.LocalTime
    /// Daylight saving time; `nil` if there is none.
    let daylight: Daylight?

    /// Returns the local time at a moment, given in seconds since 1970.
    func localTime(at seconds: Int64) -> TimeZoneFile.LocalTime {
        guard let daylight else { return standard }
        let year = UTC(seconds: seconds).fields.year
        // Offsets and times beyond a day move a change into the year before or after.
        let years = year - 1...year + 1
        let starts = years.map { daylight.start.seconds(in: $0, secondsEast: standard.secondsEast) }
        let ends = years.map { daylight.end.seconds(in: $0, secondsEast: daylight.localTime.secondsEast) }
        let start = starts.last { $0 <= seconds } ?? .min
        let end = ends.last { $0 <= seconds } ?? .min
        // Daylight saving time that ends when that of the next year begins lasts all year.
        return start >= end ? daylight.localTime : standard
    }
}

extension TimeZoneRule.Change {
    /// Returns the moment in a year, in seconds since 1970, given the offset of the local time until then.
    func seconds(in year: Int, secondsEast: Int) -> Int64 {
        Int64(day.number(in: year) * 86_400 + time - secondsEast)
    }
}

extension TimeZoneRule.Day {
    /// Returns the number of days since 1970.
    func number(in year: Int) -> Int {
        let start = UTC.dayNumber(year: year, month: 1, day: 1)
        switch self {
        case .withLeapDay(let number): return start + number
        case .withoutLeapDay(let number):
            let isAfterLeapDay = number > 59 && UTC.days(in: 2, of: year) == 29
            return start + number - (isAfterLeapDay ? 0 : 1)
        case .weekday(let weekday, let week, let month):
            let first = UTC.dayNumber(year: year, month: month, day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return first + (day < UTC.days(in: month, of: year) ? day : day - 7)
        }
    }
}
