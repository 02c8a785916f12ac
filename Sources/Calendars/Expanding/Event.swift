import Records

/// An event, or the description of one occurrence of a series, as it stands in a document.
struct Event {
    /// An additional time of a series, with its length; without one, it lasts as long as the others.
    struct Addition {
        let start: CalendarTime
        let length: EventLength?
    }

    /// The identifier; `nil` if there is none.
    var uid: String?
    /// The number of the revision.
    var sequence = 0
    /// The moment at which the revision was made, as digits of UTC.
    var stamp = ""
    /// The start.
    var start: CalendarTime
    /// The time from the start to the end, never negative.
    var length: EventLength
    /// Whether start and end are dates.
    var isAllDay: Bool
    /// The original start of the occurrence that it describes; `nil` for an event or a whole series.
    var original: CalendarTime?
    /// Whether it describes an occurrence of which the original start cannot be read: any of the series may be
    /// the one that it moves or cancels.
    var lacksOriginal = false
    /// Whether it also describes all occurrences after that one.
    var isForAllLater = false
    /// The rules by which it recurs.
    var rules: [RecurrenceRule] = []
    /// The rules by which it does not take place.
    var exceptionRules: [RecurrenceRule] = []
    /// Its additional times.
    var additions: [Addition] = []
    /// The times at which it does not take place.
    var exceptions: [CalendarTime] = []
    /// Whether it was cancelled.
    var isCancelled = false
    /// The members of its records, except times.
    var details = EventDetails([], isAllDay: false)

    /// Whether it takes place more than once.
    var isSeries: Bool { !rules.isEmpty || !additions.isEmpty }

    /// Adds to its records that it is not known for certain when it recurs.
    mutating func doubtRecurrence() {
        var members = details.members
        let known = members.first { $0.name == "unknown" }?.value.array?.compactMap(\.string) ?? []
        members.removeAll { $0.name == "unknown" }
        let unknown = Set(known + ["recurrence"]).sorted()
        members.append(.init("unknown", .array(unknown.map(JSON.string))))
        details = EventDetails(members, isAllDay: isAllDay)
    }

    /// Whether this revision replaces another one; of equal ones the first in the document counts.
    ///
    /// Source: RFC 5546, 2.1.5.
    func supersedes(_ other: Event) -> Bool {
        if sequence != other.sequence { return sequence > other.sequence }
        if isCancelled != other.isCancelled, stamp == other.stamp { return isCancelled }
        return other.stamp.precedes(stamp)
    }

    /// Whether it says the same as another one.
    func equals(_ other: Event) -> Bool {
        start == other.start && length == other.length && stamp == other.stamp
            && JSON.object(details.members) == .object(other.details.members)
            && rules.map(\.text) == other.rules.map(\.text)
            && additions.map(\.start) == other.additions.map(\.start)
    }
}
