import Records

/// A day of the proleptic Gregorian calendar.
struct CivilDay {
    /// The days since 1970-01-01; negative before.
    let number: Int64
    let year: Int64
    /// The month, 1...12.
    let month: Int
    /// The day of the month, 1...31.
    let day: Int

    /// Finds the date of a day.
    init(number: Int64) {
        self.number = number
        let date = UTC.civil(Int(number))
        year = Int64(date.year)
        month = date.month
        day = date.day
    }

    /// The day of the week: 0 for Monday, 6 for Sunday.
    var weekday: Int { CivilDay.weekday(of: number) }

    /// Returns the day of the week of a day: 0 for Monday, 6 for Sunday.
    static func weekday(of number: Int64) -> Int { Int((number + 3).modulo(7)) }

    /// Returns the number of the first day of a month.
    static func first(ofMonth month: Int, year: Int64) -> Int64 {
        Int64(UTC.dayNumber(year: Int(year), month: month, day: 1))
    }

    /// Returns the number of days of a month.
    static func length(ofMonth month: Int, year: Int64) -> Int { UTC.days(in: month, of: Int(year)) }

    /// Returns the number of days of a year.
    static func length(ofYear year: Int64) -> Int { length(ofMonth: 2, year: year) == 29 ? 366 : 365 }
}

extension Int64 {
    /// Returns the quotient rounded down; the divisor must be positive.
    func floored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return quotient * divisor > self ? quotient - 1 : quotient
    }

    /// Returns the rest of `floored(by:)`, never negative.
    func modulo(_ divisor: Int64) -> Int64 { self - floored(by: divisor) * divisor }
}
