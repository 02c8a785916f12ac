import Records

/// The times of trends, which lack the day, or state it as in a forecast.
struct TrendTimes {
    /// The time of observation.
    let base: UTC
    /// Whether a period may have the form `ddhh/ddhh`; in Australia it is always `hhmm/hhmm`.
    let usesDays: Bool
    /// Whether an earlier period of the report had that form.
    private var hasDays = false

    private static let hour: Int64 = 3_600_000_000

    init(base: UTC, usesDays: Bool) {
        self.base = base
        self.usesDays = usesDays
    }

    /// Returns the moment of `hhmm` or `ddhhmm`; `nil` for other words.
    func moment(_ figures: Token) -> UTC? {
        if figures.isFourDigits { return moment(figures.number(at: 0, 4)) }
        guard figures.isSixDigits else { return nil }
        return ReportClock(reference: base).moment(
            day: figures.number(at: 0, 2), hour: figures.number(at: 2, 2), minute: figures.number(at: 4, 2),
            nearest: base)
    }

    /// Returns the period of `1130/1300`, two times of day, or `2020/2022`, days and hours as in a forecast;
    /// `nil` if it is neither.
    mutating func period(_ token: Token, in bytes: Span<UInt8>) -> (from: UTC?, until: UTC?)? {
        let last = token.dropping(5, in: bytes)
        let (start, end) = (token.number(at: 0, 4), last.number(at: 0, 4))
        let clocks = (from: moment(start), until: moment(end))
        if let days = days(start, end), isLikely(days, beside: clocks) {
            hasDays = true
            return days
        }
        return clocks.from == nil && clocks.until == nil ? nil : clocks
    }

    /// Returns the period of `1216`, two hours; `nil` if it ends where it begins.
    func hours(_ token: Token) -> (from: UTC?, until: UTC?)? {
        let (start, end) = (token.number(at: 0, 2), token.number(at: 2, 2))
        guard start != end, let from = moment(start * 100), let until = moment(end * 100) else { return nil }
        return until > from ? (from, until) : nil
    }

    /// Whether days and hours are meant: an earlier period had them, they begin within three hours of the
    /// observation, or the times of day are impossible, a few minutes apart or too far ahead for a trend.
    private func isLikely(_ days: (from: UTC, until: UTC), beside clocks: (from: UTC?, until: UTC?)) -> Bool {
        guard usesDays else { return false }
        if hasDays || abs(days.from.microseconds - base.microseconds) <= 3 * Self.hour { return true }
        guard let from = clocks.from, let until = clocks.until else { return true }
        return until.microseconds - from.microseconds <= Self.hour / 6
            || from.microseconds - base.microseconds > 3 * Self.hour
    }

    private func days(_ start: Int, _ end: Int) -> (from: UTC, until: UTC)? {
        let clock = ReportClock(reference: base)
        guard let from = clock.moment(day: start / 100, hour: start % 100, minute: 0, nearest: base),
            let until = clock.moment(day: end / 100, hour: end % 100, minute: 0, nearest: from)
        else { return nil }
        let ahead = from.microseconds - base.microseconds
        guard -3 * Self.hour...12 * Self.hour ~= ahead, from < until,
            until.microseconds - from.microseconds <= 12 * Self.hour
        else { return nil }
        return (from, until)
    }

    /// Returns the moment with this time of day nearest to one hour before the observation; 2400 is midnight.
    private func moment(_ clock: Int) -> UTC? {
        let hour = clock / 100
        let minute = clock % 100
        guard hour < 24 || clock == 2400, minute < 60 else { return nil }
        let day = 24 * Self.hour
        let midnight = base.microseconds - (base.microseconds % day + day) % day
        var moment = midnight + Int64(hour * 60 + minute) * 60_000_000
        while moment < base.microseconds - Self.hour { moment += day }
        return UTC(microseconds: moment)
    }
}
