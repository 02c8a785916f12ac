import Records

/// An event, or a series with the descriptions of single occurrences.
struct Series {
    /// The most steps through the rules of a series.
    static let mostSteps = 20_000
    /// The most occurrences of a series within a window.
    static let mostOccurrences = 5000

    /// The UID; `nil` if there is none.
    let uid: String?
    /// The event that describes the series; `nil` if the document has only single occurrences.
    private let core: Event?
    /// The descriptions of single occurrences.
    private let changes: [Event]
    /// Whether other events of the document have the same UID.
    private let sharesUID: Bool

    /// - Parameters:
    ///   - uid: The UID; `nil` if there is none.
    ///   - core: The event that describes the series; `nil` if the document has only single occurrences.
    ///   - changes: The descriptions of single occurrences.
    ///   - sharesUID: Whether other events of the document have the same UID.
    init(uid: String?, core: Event?, changes: [Event], sharesUID: Bool = false) {
        self.uid = uid
        self.core = core
        self.changes = core.map { core in changes.map { $0.original(on: core) } } ?? changes
        self.sharesUID = sharesUID
    }

    /// The rules as the document states them.
    var ruleTexts: String { core?.rules.map(\.text).joined(separator: " ") ?? "" }

    /// Whether it has a rule or an exception rule, which may need much time.
    var hasRules: Bool { core.map { !$0.rules.isEmpty || !$0.exceptionRules.isEmpty } ?? false }

    /// Calls a function with each occurrence within a window and a day after it, not in order.
    ///
    /// - Returns: Whether these are all; `false` if there are more than may be computed.
    func forEachOccurrence(in window: ExpansionWindow, _ use: (Occurrence) -> Void) -> Bool {
        var taken: Set<Int> = []
        guard let core else {
            for change in changes where !change.isCancelled { use(change.occurrence) }
            return true
        }
        let later = changes.filter(\.isForAllLater).sorted { $0.originalMoment < $1.originalMoment }
        let expansion = SeriesExpansion(core, later: later, window: window)
        let isComplete = expansion.forEachStart { start, length in
            var original = core.start
            original.wall = start
            if let index = changes.isEmpty ? nil : changeIndex(of: original) {
                taken.insert(index)
                // One described by its date alone keeps the key that it has as part of the series.
                if !changes[index].isCancelled { use(changes[index].occurrence(of: original)) }
            } else if !core.isCancelled, var occurrence = expansion.occurrence(original, length: length) {
                occurrence.sharesUID = sharesUID
                use(occurrence)
            }
        }
        for (index, change) in changes.enumerated() where !change.isCancelled && !taken.contains(index) {
            guard let original = change.original, !expansion.excludes(original) else { continue }
            use(change.occurrence(of: original))
        }
        return isComplete
    }

    /// Returns the description of the occurrence with an original start.
    private func changeIndex(of original: CalendarTime) -> Int? {
        let moment = original.moment
        return changes.firstIndex { $0.original?.moment == moment }
            ?? changes.firstIndex {
                $0.original.map { $0.isDate && $0.wall == original.wall - original.timeOfDay } ?? false
            }
    }
}

extension Event {
    /// The original start, in seconds since 1970 in UTC.
    fileprivate var originalMoment: Int64 { original?.moment ?? 0 }

    /// The occurrence that this event describes alone.
    fileprivate var occurrence: Occurrence { occurrence(of: original) }

    /// Returns the occurrence that this event describes, with its original start.
    fileprivate func occurrence(of original: CalendarTime?) -> Occurrence {
        let start = start.withMoment
        return Occurrence(details, start: start, end: start.later(by: length), original: original)
    }

    /// Returns the event with its original start on the clock of a series.
    ///
    /// A date is the time of that day at which the series begins, a time without a zone one on its clock, and
    /// in a series of days each time is its day.
    fileprivate func original(on core: Event) -> Event {
        guard var original else { return self }
        if core.isAllDay {
            original = CalendarTime(
                wall: original.wall - original.timeOfDay, isDate: true, zone: core.start.zone,
                isFloating: core.start.isFloating)
        } else if original.isDate {
            original = CalendarTime(
                wall: original.wall + core.start.timeOfDay, isDate: false, zone: core.start.zone,
                isFloating: core.start.isFloating)
        } else if original.isFloating || core.start.isFloating {
            original.zone = core.start.zone
            original.isFloating = core.start.isFloating
        }
        var event = self
        event.original = original
        return event
    }
}
