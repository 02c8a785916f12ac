/// A recurrence rule.
///
/// Source: RFC 5545, 3.3.10; RFC 7529 for `SKIP`.
struct RecurrenceRule {
    /// The unit of the interval, from the shortest to the longest.
    enum Frequency: Int, Comparable {
        case secondly, minutely, hourly, daily, weekly, monthly, yearly

        static func < (left: Frequency, right: Frequency) -> Bool { left.rawValue < right.rawValue }
    }

    /// A day of the week, perhaps only one of those within a month or year.
    struct Weekday: Hashable {
        /// The place of the only one that counts, from the end if negative; 0 if each counts.
        let number: Int
        /// 0 for Monday, 6 for Sunday.
        let day: Int
    }

    /// The treatment of a day that a month does not have.
    enum Skip { case omit, backward, forward }

    /// The text of the rule.
    let text: String
    var frequency = Frequency.daily
    /// The number of units from one period to the next, at least 1.
    var interval: Int64 = 1
    /// The number of occurrences; `nil` if the rule does not limit it.
    var count: Int64?
    /// The end that the rule states; `nil` if it states none.
    var until: TimeDigits?
    /// The first day of a week: 0 for Monday, 6 for Sunday.
    var weekStart = 0
    var skip = Skip.omit
    /// The values of each part, ascending and without repetition; empty for a part that the rule lacks.
    var seconds: [Int] = []
    var minutes: [Int] = []
    var hours: [Int] = []
    var monthDays: [Int] = []
    var yearDays: [Int] = []
    var weekNumbers: [Int] = []
    var months: [Int] = []
    var positions: [Int] = []
    var weekdays: [Weekday] = []

    init(text: String) { self.text = text }

    /// Whether the rule limits the number of occurrences.
    var isCounted: Bool { count != nil }

    /// Whether it has no part that adds or removes occurrences of a period.
    private var isPlain: Bool {
        seconds.isEmpty && minutes.isEmpty && hours.isEmpty && monthDays.isEmpty && yearDays.isEmpty
            && weekNumbers.isEmpty && months.isEmpty && positions.isEmpty && weekdays.isEmpty
    }

    /// The seconds on the clock between any two occurrences, if all periods have the same length and the rule
    /// has no part such as `BYDAY`; otherwise `nil`.
    var evenStep: Int64? { isPlain ? frequency.seconds.map { $0 * interval } : nil }
}

extension RecurrenceRule.Frequency {
    /// The seconds of a period; `nil` for months and years, whose length varies.
    var seconds: Int64? {
        switch self {
        case .secondly: 1
        case .minutely: 60
        case .hourly: 3600
        case .daily: 86_400
        case .weekly: 604_800
        case .monthly, .yearly: nil
        }
    }

    /// Reads the value of `FREQ`; `nil` if it is none.
    init?(_ name: some StringProtocol) {
        switch name {
        case "SECONDLY": self = .secondly
        case "MINUTELY": self = .minutely
        case "HOURLY": self = .hourly
        case "DAILY": self = .daily
        case "WEEKLY": self = .weekly
        case "MONTHLY": self = .monthly
        case "YEARLY": self = .yearly
        default: return nil
        }
    }
}
