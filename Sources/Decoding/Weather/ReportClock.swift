public import Records

/// Finds the month that a day of the month without one means.
///
/// Source: WMO-No. 306, FM 15, group YYGGggZ, which names neither month nor year.
public struct ReportClock: Hashable, Sendable {
    /// The moment near which times are looked for.
    public let reference: UTC
    /// The month after that of the moment, its own, and the two before it; the latest first.
    private let months: Few<Month>
    private let limit: UTC

    fileprivate struct Month: Blank {
        static let blank = Month(start: UTC(seconds: 0), days: 0)

        let start: UTC
        let days: Int
    }

    /// How far ahead of the reference an observation may lie: clocks differ, and reports are issued early.
    public static let ahead = Duration.seconds(6 * 3600)

    /// Makes a clock that reads days of the month near a moment.
    ///
    /// - Parameters:
    ///   - reference: The moment.
    ///   - ahead: How far ahead of it an observation may lie.
    public init(reference: UTC, ahead: Duration = ReportClock.ahead) {
        self.reference = reference
        limit = reference + ahead
        let now = reference.fields
        var months = Few<Month>()
        for offset in [1, 0, -1, -2] {
            let index = now.year * 12 + now.month - 1 + offset
            let (year, month) = (index / 12, index % 12 + 1)
            guard let start = UTC(.init(year: year, month: month, day: 1)) else { continue }
            _ = months.append(Month(start: start, days: UTC.days(in: month, of: year)))
        }
        self.months = months
    }

    /// The latest moment with that day and time that is not too far after the reference.
    ///
    /// - Parameters:
    ///   - day: The day of the month, 1...31.
    ///   - hour: The hour, 0...23.
    ///   - minute: The minute, 0...59.
    /// - Returns: `nil` when there is no such time.
    public func moment(day: Int, hour: Int, minute: Int) -> UTC? {
        guard day >= 1, 0..<24 ~= hour, 0..<60 ~= minute else { return nil }
        for month in months where day <= month.days {
            let moment = month.moment(day, hour, minute)
            if moment <= limit { return moment }
        }
        return nil
    }

    /// The moment with that day and time that lies nearest to another; hour 24 is the end of the day.
    ///
    /// - Parameters:
    ///   - day: The day of the month, 1...31.
    ///   - hour: The hour, 0...24.
    ///   - minute: The minute, 0...59.
    ///   - base: A moment within a month of the reference.
    /// - Returns: `nil` when there is no such time.
    public func moment(day: Int, hour: Int, minute: Int, nearest base: UTC) -> UTC? {
        guard day >= 1, 0...24 ~= hour, 0..<60 ~= minute, hour < 24 || minute == 0 else { return nil }
        var nearest: UTC?
        var least = Int64.max
        for month in months where day <= month.days {
            let moment = month.moment(day, hour, minute)
            let distance = abs(moment.microseconds - base.microseconds)
            if distance < least { (nearest, least) = (moment, distance) }
        }
        return nearest
    }
}

extension ReportClock.Month {
    fileprivate func moment(_ day: Int, _ hour: Int, _ minute: Int) -> UTC {
        let minutes = ((day - 1) * 24 + hour) * 60 + minute
        return UTC(microseconds: start.microseconds + Int64(minutes) * 60_000_000)
    }
}
