/// A moment of wall-clock time, to the microsecond.
///
/// Leap seconds are not counted, as in POSIX time.
public struct UTC: Hashable, Comparable, Sendable {
    /// The microseconds since 1970-01-01T00:00:00Z; negative before.
    public let microseconds: Int64

    /// Creates a moment from microseconds since 1970.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Creates a moment from whole seconds since 1970.
    public init(seconds: Int64) { microseconds = seconds * 1_000_000 }

    /// The whole seconds since 1970, rounded down.
    public var seconds: Int64 {
        (microseconds - ((microseconds % 1_000_000) + 1_000_000) % 1_000_000) / 1_000_000
    }

    /// Whether the left moment is earlier.
    public static func < (left: UTC, right: UTC) -> Bool { left.microseconds < right.microseconds }

    /// Returns the moment `duration` later, to the microsecond.
    public static func + (moment: UTC, duration: Duration) -> UTC {
        UTC(microseconds: moment.microseconds + duration.microseconds)
    }

    /// Returns the moment `duration` earlier, to the microsecond.
    public static func - (moment: UTC, duration: Duration) -> UTC {
        UTC(microseconds: moment.microseconds - duration.microseconds)
    }

    /// Returns the duration from `right` to `left`.
    public static func - (left: UTC, right: UTC) -> Duration {
        .microseconds(left.microseconds - right.microseconds)
    }
}

extension UTC {
    /// The calendar fields of a moment in UTC, in the proleptic Gregorian calendar.
    public struct Fields: Hashable, Sendable {
        /// The year of the Common Era, 1...9999.
        public var year: Int
        /// The month, 1...12.
        public var month: Int
        /// The day of the month, 1...31.
        public var day: Int
        /// The hour, 0...23.
        public var hour: Int
        /// The minute, 0...59.
        public var minute: Int
        /// The second, 0...59.
        public var second: Int

        /// Creates fields without checking them.
        public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
            self.year = year
            self.month = month
            self.day = day
            self.hour = hour
            self.minute = minute
            self.second = second
        }
    }

    /// Creates a moment from calendar fields.
    ///
    /// - Returns: `nil` if there is no such date or time; second 60 and hour 24 are invalid.
    public init?(_ fields: Fields) {
        guard (1...9999).contains(fields.year), (1...12).contains(fields.month),
            fields.day >= 1, fields.day <= UTC.days(in: fields.month, of: fields.year),
            (0...23).contains(fields.hour), (0...59).contains(fields.minute), (0...59).contains(fields.second)
        else { return nil }
        let days = UTC.dayNumber(year: fields.year, month: fields.month, day: fields.day)
        self.init(seconds: Int64(days * 86_400 + fields.hour * 3600 + fields.minute * 60 + fields.second))
    }

    /// The calendar fields; fractions of a second are dropped.
    public var fields: Fields {
        let day = Int((seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400)
        let rest = Int(seconds) - day * 86_400
        let (year, month, dayOfMonth) = UTC.civil(day)
        return Fields(
            year: year, month: month, day: dayOfMonth,
            hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
    }

    /// The day of the week; 0 is Sunday.
    public var weekday: Int {
        let day = Int((seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400)
        return ((day + 4) % 7 + 7) % 7
    }

    /// Returns the number of days in a month.
    public static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days from 1970-01-01 to a date; years are counted from March so that the leap day comes
    /// last.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date of a day, given as the days since 1970-01-01.
    package static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let z = number + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Duration {
    /// The whole microseconds, rounded towards zero.
    public var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
