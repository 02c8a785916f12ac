/// A day of the proleptic Gregorian calendar.
struct CivilDay {
    /// The days since 1970-01-01; negative before.
    let number: Int64
    let year: Int64
    /// The month, 1...12.
    let month: Int
    /// The day of the month, 1...31.
    let day: Int

    /// The days of four hundred years, after which the calendar repeats itself.
    private static let cycle: Int64 = 146_097
    /// The days from the first of March of the year 0 to 1970-01-01.
    private static let offset: Int64 = 719_468

    /// Finds the date of a day.
    ///
    /// Years are counted from the first of March, so that a leap day is the last day of its year.
    init(number: Int64) {
        self.number = number
        let days = number + CivilDay.offset
        let cycles = days.floored(by: CivilDay.cycle)
        let dayOfCycle = days - cycles * CivilDay.cycle
        let centuryDays = dayOfCycle / 36_524
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + centuryDays - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = yearOfCycle + cycles * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day of the week: 0 for Monday, 6 for Sunday.
    var weekday: Int { CivilDay.weekday(of: number) }

    /// Returns the day of the week of a day: 0 for Monday, 6 for Sunday.
    static func weekday(of number: Int64) -> Int { Int((number + 3).modulo(7)) }

    /// Returns the number of the first day of a month.
    static func first(ofMonth month: Int, year: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let cycles = shifted.floored(by: 400)
        let yearOfCycle = shifted - cycles * 400
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        return cycles * cycle + dayOfCycle - offset
    }

    /// Returns the number of days of a month.
    static func length(ofMonth month: Int, year: Int64) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days of a year.
    static func length(ofYear year: Int64) -> Int { isLeap(year) ? 366 : 365 }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
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
