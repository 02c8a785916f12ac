import Records

/// An event or a series with the descriptions of single occurrences: all that has one UID.
struct Series {
    /// The most steps through the rules of a series.
    static let mostSteps = 20_000
    /// The most occurrences of a series within a window.
    static let mostOccurrences = 5000

    /// The event that describes the series; `nil` if the document has only single occurrences.
    private var core: Event?
    /// The descriptions of single occurrences, each of the latest revision, in the order of the document.
    private var changes: [Event] = []

    /// The rules as the document states them.
    var ruleTexts: String { core?.rules.map(\.text).joined(separator: " ") ?? "" }

    /// Whether it takes place by a rule, which may need much time.
    var hasRules: Bool { core.map { !$0.rules.isEmpty } ?? false }

    /// Adds an event; of several revisions the latest counts.
    mutating func add(_ event: Event) {
        guard let original = event.original else {
            if core.map({ event.supersedes($0) }) ?? true { core = event }
            return
        }
        if let place = changes.firstIndex(where: { $0.original?.moment == original.moment }) {
            if event.supersedes(changes[place]) { changes[place] = event }
        } else {
            changes.append(event)
        }
    }

    /// Calls a function with each occurrence within a window and a day after it, not in order.
    ///
    /// - Returns: Whether these are all; `false` if there are more than may be computed.
    func forEachOccurrence(in window: ExpansionWindow, _ use: (Occurrence) -> Void) -> Bool {
        var taken: Set<Int> = []
        var isComplete = true
        if let core {
            let later = changes.filter(\.isForAllLater).sorted { $0.originalMoment < $1.originalMoment }
            let expansion = SeriesExpansion(core, later: later, window: window)
            isComplete = expansion.forEachStart { start, length in
                let original = CalendarTime(
                    wall: start, isDate: core.isAllDay, zone: core.start.zone,
                    isFloating: core.start.isFloating)
                let index = changes.isEmpty ? nil : changeIndex(of: original)
                if let index {
                    taken.insert(index)
                } else if !core.isCancelled {
                    use(expansion.occurrence(original, length: length))
                }
            }
        }
        let exceptions = core.map { ExceptionTimes($0) }
        for (index, change) in changes.enumerated() where !change.isCancelled {
            if !taken.contains(index), let original = change.original, let exceptions,
                exceptions.contain(original)
            {
                continue
            }
            use(change.occurrence)
        }
        return isComplete
    }

    /// Returns the description of the occurrence with an original start.
    private func changeIndex(of original: CalendarTime) -> Int? {
        let moment = original.moment
        return changes.firstIndex {
            $0.original.map { $0.moment == moment || $0.wall == original.wall } ?? false
        }
    }
}

extension Event {
    /// The original start, in seconds since 1970 in UTC.
    fileprivate var originalMoment: Int64 { original?.moment ?? 0 }

    /// The occurrence that this event describes alone.
    fileprivate var occurrence: Occurrence {
        Occurrence(event: self, start: start, end: start.later(by: length), original: original)
    }
}

/// The times at which a series does not take place.
struct ExceptionTimes {
    private var moments: Set<Int64> = []
    private var walls: Set<Int64> = []
    private var dates: Set<Int64> = []

    /// Collects the exceptions of a series.
    init(_ core: Event) {
        for time in core.exceptions {
            walls.insert(time.wall)
            if time.isDate { dates.insert(time.wall) } else { moments.insert(time.moment) }
        }
    }

    /// Whether the series does not take place at a time.
    func contain(_ time: CalendarTime) -> Bool {
        if moments.isEmpty, walls.isEmpty { return false }
        let day = CalendarTime.day
        let date = time.wall - ((time.wall % day) + day) % day
        return dates.contains(date) || walls.contains(time.wall) || moments.contains(time.moment)
    }
}
