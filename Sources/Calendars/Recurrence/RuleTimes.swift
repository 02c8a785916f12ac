/// The times of day at which a rule has occurrences.
enum RuleTimes {
    /// Returns the times of a day for a rule of days or longer periods.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - start: The time of day at which the series begins, in seconds.
    /// - Returns: The times, in seconds.
    static func ofDay(_ rule: RecurrenceRule, start: Int64) -> [Int64] {
        let hours = rule.hours.isEmpty ? [Int(start / 3600)] : rule.hours
        return hours.flatMap { ofHour(rule, Int64($0) * 3600, start: start) }
    }

    /// Returns the times of the hour, minute or second at a time of day.
    static func ofPeriod(_ rule: RecurrenceRule, at second: Int64, start: Int64) -> [Int64] {
        switch rule.frequency {
        case .secondly: [second]
        case .minutely: ofMinute(rule, second, start: start)
        default: ofHour(rule, second, start: start)
        }
    }

    private static func ofHour(_ rule: RecurrenceRule, _ hour: Int64, start: Int64) -> [Int64] {
        let minutes = rule.minutes.isEmpty ? [Int(start / 60 % 60)] : rule.minutes
        return minutes.flatMap { ofMinute(rule, hour + Int64($0) * 60, start: start) }
    }

    private static func ofMinute(_ rule: RecurrenceRule, _ minute: Int64, start: Int64) -> [Int64] {
        guard !rule.seconds.isEmpty else { return [minute + start % 60] }
        return rule.seconds.map { minute + Int64($0) }
    }
}
