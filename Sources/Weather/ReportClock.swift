public import Records

/// A clock that completes a day of the month with its month and year.
///
/// Source: WMO-No. 306, FM 15, group YYGGggZ, which names neither month nor year.
public struct ReportClock: Hashable, Sendable {
    /// The moment near which times are searched for.
    public let reference: UTC
    /// The month after that of the reference.
    private let next: Month
    /// The month of the reference.
    private let current: Month
    /// The month before that of the reference.
    private let previous: Month
    /// The month before the previous one.
    private let earlier: Month
    private let limit: UTC

    fileprivate struct Month: Hashable {
        let start: UTC
        /// The number of days; 0 if the calendar has no such month.
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
        next = Month(1, after: now)
        current = Month(0, after: now)
        previous = Month(-1, after: now)
        earlier = Month(-2, after: now)
    }

    /// Returns the latest moment with a day and time that is not too far after the reference.
    ///
    /// - Parameters:
    ///   - day: The day of the month, 1...31.
    ///   - hour: The hour, 0...23.
    ///   - minute: The minute, 0...59.
    /// - Returns: `nil` if there is no such time.
    public func moment(day: Int, hour: Int, minute: Int) -> UTC? {
        guard 1...31 ~= day, 0..<24 ~= hour, 0..<60 ~= minute else { return nil }
        let time = ReportClock.time(of: day, hour: hour, minute: minute)
        return next.moment(day, time: time, until: limit) ?? current.moment(day, time: time, until: limit)
            ?? previous.moment(day, time: time, until: limit) ?? earlier.moment(day, time: time, until: limit)
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
        guard 1...31 ~= day, 0...24 ~= hour, 0..<60 ~= minute, hour < 24 || minute == 0 else { return nil }
        let time = ReportClock.time(of: day, hour: hour, minute: minute)
        var nearest: UTC?
        next.selectNearer(day, time: time, near: base, into: &nearest)
        current.selectNearer(day, time: time, near: base, into: &nearest)
        previous.selectNearer(day, time: time, near: base, into: &nearest)
        earlier.selectNearer(day, time: time, near: base, into: &nearest)
        return nearest
    }

    /// Returns the microseconds from the start of a month to a time of one of its days.
    private static func time(of day: Int, hour: Int, minute: Int) -> Int64 {
        Int64(((day - 1) * 24 + hour) * 60 + minute) * 60_000_000
    }
}

extension ReportClock.Month {
    /// Creates the month that is some months after a date.
    fileprivate init(_ count: Int, after date: UTC.Fields) {
        let index = date.year * 12 + date.month - 1 + count
        let year = index / 12
        let month = index % 12 + 1
        let first = UTC(.init(year: year, month: month, day: 1))
        start = first ?? UTC(seconds: 0)
        days = first == nil ? 0 : UTC.days(in: month, of: year)
    }

    /// Returns the moment of a day and time unless there is no such day or the moment is after the limit.
    @inline(__always)
    fileprivate func moment(_ day: Int, time: Int64, until limit: UTC) -> UTC? {
        let moment = UTC(microseconds: start.microseconds + time)
        return day <= days && moment <= limit ? moment : nil
    }

    /// Replaces the moment by that of a day and time if there is such a day and its moment is nearer to the
    /// base.
    fileprivate func selectNearer(_ day: Int, time: Int64, near base: UTC, into nearest: inout UTC?) {
        guard day <= days else { return }
        let moment = UTC(microseconds: start.microseconds + time)
        if let nearest, nearest.distance(to: base) <= moment.distance(to: base) { return }
        nearest = moment
    }
}

extension UTC {
    /// Returns the microseconds between two moments, whichever is the earlier.
    fileprivate func distance(to other: UTC) -> Int64 { abs(microseconds - other.microseconds) }
}
