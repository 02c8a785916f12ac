public import Records

/// A clock that completes a day of the month with its month and year.
///
/// Source: WMO-No. 306, FM 15, group YYGGggZ, which names neither month nor year.
public struct ReportClock: Hashable, Sendable {
    /// The moment near which times are searched for.
    public let reference: UTC
    /// The month after that of the reference, its own, and the two before it, from the latest on.
    private let months: InlineList<Month>
    private let limit: UTC

    fileprivate struct Month: Blank {
        static let blank = Month(start: UTC(seconds: 0), days: 0)

        let start: UTC
        let days: Int
    }

    /// The default maximum time of an observation after the reference: clocks differ, and reports are issued
    /// early.
    public static let ahead = Duration.seconds(6 * 3600)

    /// Creates a clock for days near a moment.
    ///
    /// - Parameters:
    ///   - reference: The moment.
    ///   - ahead: The maximum time of an observation after it.
    public init(reference: UTC, ahead: Duration = ReportClock.ahead) {
        self.reference = reference
        limit = reference + ahead
        let now = reference.fields
        var months = InlineList<Month>()
        for offset in [1, 0, -1, -2] {
            let index = now.year * 12 + now.month - 1 + offset
            let year = index / 12
            let month = index % 12 + 1
            guard let start = UTC(.init(year: year, month: month, day: 1)) else { continue }
            _ = months.append(Month(start: start, days: UTC.days(in: month, of: year)))
        }
        self.months = months
    }

    /// Returns the latest moment with a day and time that is not too far after the reference.
    ///
    /// - Parameters:
    ///   - day: The day of the month, 1...31.
    ///   - hour: The hour, 0...23.
    ///   - minute: The minute, 0...59.
    /// - Returns: `nil` if there is no such time.
    public func moment(day: Int, hour: Int, minute: Int) -> UTC? {
        guard day >= 1, 0..<24 ~= hour, 0..<60 ~= minute else { return nil }
        for month in months where day <= month.days {
            let moment = month.moment(day, hour: hour, minute: minute)
            if moment <= limit { return moment }
        }
        return nil
    }

    /// Returns the moment with a day and time that is nearest to another one; hour 24 is the end of the day.
    ///
    /// - Parameters:
    ///   - day: The day of the month, 1...31.
    ///   - hour: The hour, 0...24.
    ///   - minute: The minute, 0...59.
    ///   - base: A moment within a month of the reference.
    /// - Returns: `nil` if there is no such time.
    public func moment(day: Int, hour: Int, minute: Int, nearest base: UTC) -> UTC? {
        guard day >= 1, 0...24 ~= hour, 0..<60 ~= minute, hour < 24 || minute == 0 else { return nil }
        var nearest: UTC?
        var least = Int64.max
        for month in months where day <= month.days {
            let moment = month.moment(day, hour: hour, minute: minute)
            let distance = abs(moment.microseconds - base.microseconds)
            if distance < least {
                nearest = moment
                least = distance
            }
        }
        return nearest
    }
}

extension ReportClock.Month {
    fileprivate func moment(_ day: Int, hour: Int, minute: Int) -> UTC {
        let minutes = ((day - 1) * 24 + hour) * 60 + minute
        return UTC(microseconds: start.microseconds + Int64(minutes) * 60_000_000)
    }
}
