import Records

/// The times of a forecast's changes: how they are completed, and whether they can be meant.
struct TAFTimes {
    /// The validity; `nil` if it is not known.
    let from: UTC?
    let until: UTC?
    let clock: ReportClock
    /// The moment from which hours without a day are counted.
    private let base: UTC
    /// The moment half a day after the start; every day in the forecast is near it.
    private let middle: UTC

    init(from: UTC?, until: UTC?, issued: UTC?, clock: ReportClock) {
        self.from = from
        self.until = until
        self.clock = clock
        base = from ?? issued ?? clock.reference
        middle = base + .seconds(12 * 3600)
    }

    /// Returns a moment with a day; `nil` if there is none.
    func moment(day: Int, hour: Int, minute: Int = 0) -> UTC? {
        clock.moment(day: day, hour: hour, minute: minute, nearest: middle)
    }

    /// Returns the first moment of the validity with a time of day; `nil` if there is none.
    func moment(hour: Int, minute: Int = 0) -> UTC? {
        TAF.next(hour: hour, minute: minute, after: base - .seconds(1))
    }

    /// Returns the two moments of a period; the second may be before the first one.
    func period(_ text: PeriodText) -> (from: UTC?, until: UTC?) {
        let start = moment(text.start)
        if text.end.day == nil {
            return (start, start.flatMap { TAF.next(hour: text.end.hour, minute: 0, after: $0) })
        }
        return (start, moment(text.end))
    }

    private func moment(_ time: PeriodText.Time) -> UTC? {
        guard let day = time.day else { return moment(hour: time.hour, minute: time.minute) }
        return moment(day: day, hour: time.hour, minute: time.minute)
    }

    /// Returns the moment of `ddhhmm`; of `ddhh` or `hhmm`, whichever is within the validity, if not both
    /// are.
    func moment(_ figures: Token, isOldStyle: Bool) -> UTC? {
        if figures.isSixDigits {
            return moment(
                day: figures.number(at: 0, 2), hour: figures.number(at: 2, 2),
                minute: figures.number(at: 4, 2))
        }
        guard figures.isFourDigits else { return nil }
        let (first, second) = (figures.number(at: 0, 2), figures.number(at: 2, 2))
        let clock = moment(hour: first, minute: second)
        let day = isOldStyle ? nil : moment(day: first, hour: second).flatMap { isWithin($0) ? $0 : nil }
        guard from != nil, let clock, let day, clock != day else { return clock ?? day }
        return isWithin(clock) ? nil : day
    }

    /// Whether a moment is within the validity, its end included; without a validity every moment is.
    func isWithin(_ moment: UTC) -> Bool {
        guard let from, let until else { return true }
        return from <= moment && moment <= until
    }

    /// Whether a change takes effect in the part of the validity that its time states. A period that is
    /// impossible, or that ends before the validity, was mistyped: what is then in force is not what the
    /// forecast begins with.
    func isPlaced(_ change: TAFGroup.Change, from start: UTC?, until stop: UTC?) -> Bool {
        guard let start, let from, let until else { return start != nil }
        let end = change == .from ? start : stop
        guard let end, end > start || end == start && !change.isOverlay, start <= until else { return false }
        return end > from || end == from && !change.isOverlay
    }
}
