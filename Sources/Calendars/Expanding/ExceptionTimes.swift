/// The times at which a series does not take place.
struct ExceptionTimes {
    private var moments: Set<Int64> = []
    private var walls: Set<Int64> = []
    private var dates: Set<Int64> = []
    /// Whether these are all; `false` if the rules have more than may be computed.
    private(set) var isComplete = true

    /// Collects the exceptions of a series.
    ///
    /// - Parameters:
    ///   - core: The event that describes the series.
    ///   - range: The range of starts that are looked for, on the clock of the series.
    init(_ core: Event, in range: ClosedRange<Int64>) {
        for time in core.exceptions {
            if time.isDate {
                dates.insert(time.wall)
            } else if time.isFloating || core.start.isFloating {
                walls.insert(time.wall)
            } else {
                moments.insert(time.moment)
            }
            if core.isAllDay { dates.insert(time.wall - time.timeOfDay) }
        }
        for rule in core.exceptionRules {
            var iterator = RuleIterator(
                rule, start: core.start.wall, isDate: core.isAllDay, until: core.end(of: rule),
                from: range.lowerBound, through: range.upperBound, countsStart: false)
            while let wall = iterator.next() {
                guard walls.count < Series.mostSteps else {
                    isComplete = false
                    return
                }
                walls.insert(wall)
            }
            if iterator.isExhausted { isComplete = false }
        }
    }

    /// Whether the series does not take place at a time.
    func contain(_ time: CalendarTime) -> Bool {
        if moments.isEmpty, walls.isEmpty, dates.isEmpty { return false }
        if walls.contains(time.wall) || dates.contains(time.wall - time.timeOfDay) { return true }
        return !moments.isEmpty && moments.contains(time.moment)
    }
}
