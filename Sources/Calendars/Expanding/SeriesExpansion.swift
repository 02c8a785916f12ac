import Records

/// The computation of the times of a series that may touch a window.
struct SeriesExpansion {
    /// The most by which a clock is set back or forward, with room to spare, in seconds.
    private static let slack: Int64 = 3 * 3600

    private let core: Event
    /// The descriptions of an occurrence and all later ones, by their original start.
    private let later: [Event]
    private let exceptions: ExceptionTimes
    /// The range of starts to compute, on the clock of the series.
    private let range: ClosedRange<Int64>

    /// Prepares the computation.
    ///
    /// - Parameters:
    ///   - core: The event that describes the series.
    ///   - later: The descriptions of an occurrence and all later ones, by their original start.
    ///   - window: The window.
    init(_ core: Event, later: [Event], window: ExpansionWindow) {
        self.core = core
        self.later = later
        let longest = ([core] + later).map(\.length.seconds).max() ?? 0
        let shifts = later.map(\.shift) + [0]
        let period = core.additions.compactMap(\.length?.seconds).max() ?? 0
        let zone = core.start.zone
        let first = zone.wall(at: window.start) - max(longest, period) - max(0, shifts.max() ?? 0)
        let last = zone.wall(at: window.end + ExpansionWindow.margin) - min(0, shifts.min() ?? 0)
        range = first - SeriesExpansion.slack...max(first, last) + SeriesExpansion.slack
        exceptions = ExceptionTimes(core, in: range)
    }

    /// Whether the series does not take place at a time.
    func excludes(_ time: CalendarTime) -> Bool { exceptions.contain(time) }

    /// Calls a function with each start on the clock of the series, and the length if it differs.
    ///
    /// - Returns: Whether these are all.
    func forEachStart(_ use: (Int64, EventLength?) -> Void) -> Bool {
        // Without all exceptions, an occurrence might be one that does not take place.
        guard exceptions.isComplete else { return false }
        var seen: Set<Int64> = []
        var steps = 0
        func add(_ start: Int64, length: EventLength?) {
            guard range.contains(start), seen.insert(start).inserted else { return }
            var time = core.start
            time.wall = start
            if !exceptions.contain(time) { use(start, length) }
        }
        for addition in core.additions {
            add(wall(of: addition.start), length: addition.length)
        }
        let ends = core.rules.map { core.end(of: $0) }
        if let last = ends.compactMap(\.self).max(), !ends.contains(nil), last < core.start.wall {
            return true
        }
        add(core.start.wall, length: nil)
        for (rule, end) in zip(core.rules, ends) {
            let start = core.start.wall
            if let times = EvenTimes(rule, start: start, isDate: core.isAllDay, until: end, in: range) {
                guard times.count <= Series.mostOccurrences - seen.count else { return false }
                for time in times { add(time, length: nil) }
                continue
            }
            var iterator = RuleIterator(
                rule, start: start, isDate: core.isAllDay, until: end, from: range.lowerBound,
                through: range.upperBound)
            while let start = iterator.next() {
                steps += 1
                guard steps <= Series.mostSteps, seen.count < Series.mostOccurrences else { return false }
                add(start, length: nil)
            }
            guard !iterator.isExhausted else { return false }
        }
        return true
    }

    /// Returns the occurrence with an original start; `nil` if it is cancelled with those before it.
    func occurrence(_ original: CalendarTime, length: EventLength?) -> Occurrence? {
        let original = original.withMoment
        let event = later.last { ($0.original?.moment ?? original.moment) < original.moment } ?? core
        guard !event.isCancelled else { return nil }
        var start = event.shift == 0 ? original : original.later(by: event.shift)
        start.isDate = event.isAllDay
        return Occurrence(
            event.details, start: start, end: start.later(by: length ?? event.length),
            original: core.isSeries ? original : nil)
    }

    /// Returns a time on the clock of the series.
    private func wall(of time: CalendarTime) -> Int64 {
        if core.isAllDay { return time.wall - time.timeOfDay }
        let isSame = time.isDate || time.isFloating || core.start.isFloating
        return isSame ? time.wall : core.start.zone.wall(at: time.moment)
    }
}

extension Event {
    /// The time by which it moves the occurrences that it describes, in seconds on the clock of the series.
    var shift: Int64 {
        guard isForAllLater, let original else { return 0 }
        return original.zone === start.zone || original.isDate || start.isDate
            ? start.wall - original.wall : start.moment - original.moment
    }

    /// Returns the end of a rule on the clock of the series; `nil` if the rule has no end.
    ///
    /// A date is the whole day. The end of a series with a zone is a moment in UTC, even where the document
    /// forgot the `Z`; but not where it is the time of the start or the end of a day, on the clock of the start.
    func end(of rule: RecurrenceRule) -> Int64? {
        guard let until = rule.until else { return nil }
        if isAllDay {
            // Outlook writes the start of the last day as a moment in UTC.
            let zone = until.isUTC ? exceptions.first { !$0.isDate && !$0.isFloating }?.zone : nil
            let wall = zone?.wall(at: until.wall) ?? until.wall
            return wall - wall.modulo(CalendarTime.day)
        }
        if until.isDate { return until.wall + CalendarTime.day - 1 }
        return isLocal(until) ? until.wall : start.zone.wall(at: until.wall)
    }

    /// Whether the end of a rule is a time on the clock of the start.
    func isLocal(_ until: TimeDigits) -> Bool {
        let timeOfDay = until.wall.modulo(CalendarTime.day)
        return start.isFloating
            || !until.isUTC && (timeOfDay == start.timeOfDay || timeOfDay == CalendarTime.day - 1)
    }
}
