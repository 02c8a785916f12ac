import Decoding
import Records

/// Reads one event.
///
/// A property that cannot be read is reported and left out; only an event without a start cannot be used.
///
/// Source: RFC 5545, 3.6.1.
struct EventReader {
    /// The reader of the times of the document.
    let times: TimeReader
    /// Whether the document cancels its events.
    let isCancellation: Bool
    /// Called with each fault that does not make the event unusable.
    let report: (EventFault) -> Void

    /// The fault of a property that occurs twice, with other values.
    static let repetition = "occurs again, and the last one counts"

    private var start: CalendarTime?
    private var startZone: String?
    /// The facts that decide the times and are not known: `end`, `recurrence`, `start`, `timeZone`.
    private var unknown: Set<String> = []
    private var end: CalendarTime?
    private var duration: EventLength?
    private var texts = EventTexts()
    /// The event, whose start and length follow from all properties.
    private var draft = Event(start: TimeReader.unknown, length: EventLength(), isAllDay: false)

    init(times: TimeReader, isCancellation: Bool, report: @escaping (EventFault) -> Void) {
        self.times = times
        self.isCancellation = isCancellation
        self.report = report
    }

    /// Reads the properties of an event.
    ///
    /// - Throws: A fault if the event cannot be used.
    mutating func read(_ component: Component) throws(EventFault) -> Event {
        var startFault: EventFault?
        for property in component.properties {
            do throws(EventFault) {
                try read(property)
            } catch {
                if error.field == "DTSTART" { startFault = error } else { report(error) }
                if let fact = EventReader.facts[property.name] { unknown.insert(fact) }
                if property.name == .recurrenceID { draft.lacksOriginal = true }
            }
        }
        if end != nil || duration != nil { unknown.remove("end") }
        if start != nil { unknown.remove("start") }
        draft.lacksOriginal = draft.lacksOriginal && draft.original == nil
        if draft.lacksOriginal { unknown.insert("recurrence") }
        // Without both times, it only shows that one of the occurrences is not known.
        draft.isCancelled = draft.isCancelled || isCancellation || draft.lacksOriginal && start == nil
        // Cancellations need not repeat when the event takes place.
        let known = start ?? draft.original
        guard let known = known ?? (draft.isCancelled ? TimeReader.unknown : nil) else {
            throw startFault ?? EventFault(field: "DTSTART", found: label, reason: "has no start")
        }
        if let startFault { report(startFault) }
        return event(from: known)
    }

    /// The facts that are not known if a property cannot be read.
    private static let facts: [PropertyName: String] = [
        .dtstart: "start", .dtend: "end", .duration: "end", .rrule: "recurrence", .exrule: "recurrence",
    ]

    private var label: String { texts.summary ?? draft.uid ?? "an event" }

    private mutating func event(from start: CalendarTime) -> Event {
        if let end, end.isDate, !start.isDate, end.wall <= start.wall {
            report(EventFault(field: "DTEND", found: end.text, reason: "is a date before the start"))
            self.end = nil
        }
        let isAllDay = isAllDay(from: start)
        var first = start
        if let end, start.isFloating, !end.isFloating, !end.isDate {
            first.zone = end.zone
            first.isFloating = false
        }
        var length = self.length(from: first, isAllDay: isAllDay)
        if length.seconds < 0 {
            let field = end == nil ? "DURATION" : "DTEND"
            report(
                EventFault(field: field, found: label, reason: "is before the start; both were exchanged"))
            first = first.later(by: length)
            length = length.negated
        }
        // A day without length is that day.
        if isAllDay, length.seconds == 0 { length.nominal = CalendarTime.day }
        first.isDate = isAllDay
        draft.start = first
        reportDoubts(start, isAllDay: isAllDay)
        draft.length = length
        draft.isAllDay = isAllDay
        var members: [JSON.Member] = []
        if let startZone, !isAllDay { texts.add("timeZone", startZone, to: &members) }
        members += texts.members
        if !unknown.isEmpty { members.append(.init("unknown", .array(unknown.sorted().map(JSON.string)))) }
        draft.details = EventDetails(members, isAllDay: isAllDay)
        return draft
    }

    /// Reports what may be meant otherwise than it is read.
    private func reportDoubts(_ start: CalendarTime, isAllDay: Bool) {
        if start.isDate, !isAllDay {
            doubt("DTSTART", start.text, "is a date, but the event does not last whole days: midnight counts")
        }
        if let end, end.isDate, !start.isDate {
            doubt("DTEND", end.text, "is a date beside a time: its midnight counts")
        }
        if let end, let duration, length(from: start, isAllDay: isAllDay) != duration,
            end.moment - start.moment != duration.seconds
        {
            doubt("DURATION", "\(duration.seconds) s", "contradicts DTEND, which counts")
        }
        for time in draft.additions.map(\.start) where time.isDate && !start.isDate {
            doubt("RDATE", time.text, "is a date beside times: its midnight counts")
        }
        for rule in draft.rules {
            guard let until = rule.until, !until.isUTC, !until.isDate, !start.isDate, !start.isFloating,
                start.zone.wall(at: until.wall) != until.wall
            else { continue }
            let isLocal = draft.isLocal(until)
            let clock = isLocal ? "the clock of the start" : "UTC"
            doubt("RRULE", rule.text, "ends at a time that lacks its Z: \(clock) counts")
        }
    }

    private func doubt(_ field: String, _ found: String, _ reason: String) {
        report(EventFault(field: field, found: found, reason: reason))
    }

    /// Whether an event with a start lasts whole days: its end is a date or midnight, or its length is days.
    private func isAllDay(from start: CalendarTime) -> Bool {
        guard start.isDate else { return false }
        if let end { return end.isDate || end.timeOfDay == 0 && (end.isFloating || end.wall == start.wall) }
        return (duration?.seconds ?? 0) % CalendarTime.day == 0
    }

    /// The time from the start to the end.
    ///
    /// From `DTEND`, the time that passes is the same for all occurrences (RFC 5545, 3.8.5.3), except for
    /// days.
    private func length(from start: CalendarTime, isAllDay: Bool) -> EventLength {
        guard var end else {
            return duration ?? EventLength(nominal: start.isDate ? CalendarTime.day : 0)
        }
        if isAllDay || end.isDate && start.isDate { return EventLength(nominal: end.wall - start.wall) }
        if end.isFloating || end.isDate {
            end.zone = start.zone
        }
        return EventLength(exact: end.moment - start.moment)
    }

    private mutating func read(_ property: Property) throws(EventFault) {
        switch property.name {
        case .dtstart:
            let former = start
            start = try time(of: property)
            if let former, former != start { doubt("DTSTART", former.text, Self.repetition) }
            startZone = property.parameter("TZID")
        case .dtend:
            let former = end
            end = try time(of: property)
            if let former, former != end { doubt("DTEND", former.text, Self.repetition) }
        case .duration: duration = try length(of: property)
        case .recurrenceID:
            draft.original = try time(of: property)
            draft.isForAllLater = isForAllLater(property)
        case .rrule: draft.rules.append(try rule(of: property))
        case .exrule: draft.exceptionRules.append(try rule(of: property))
        case .rdate: addTimes(property)
        case .exdate: addExceptions(property)
        case .uid:
            let uid = property.text.trimmingBlanks
            draft.uid = uid.isEmpty ? nil : uid
        case .sequence: draft.sequence = try number(of: property)
        case .dtstamp: draft.stamp = property.value
        case .status: readStatus(property.value.lowercased())
        default: if let fault = texts.read(property) { throw fault }
        }
    }

    private mutating func readStatus(_ status: String) {
        draft.isCancelled = status == "cancelled" || status == "canceled"
        texts.status = status.isEmpty ? nil : status
    }

    private func isForAllLater(_ property: Property) -> Bool {
        guard let range = property.parameter("RANGE") else { return false }
        let isKnown = range.uppercased() == "THISANDFUTURE"
        if !isKnown {
            report(EventFault(field: "RANGE", found: range, reason: "is unknown; one occurrence is changed"))
        }
        return isKnown
    }

    /// Reads a rule, and remembers whether it is known when it ends.
    private mutating func rule(of property: Property) throws(EventFault) -> RecurrenceRule {
        do throws(RuleReader.Fault) {
            return try RuleReader.read(property.value) { fault in
                if fault.isLimit { unknown.insert("recurrence") }
                report(EventFault(field: property.name.rawValue, found: fault.found, reason: fault.reason))
            }
        } catch {
            throw EventFault(field: property.name.rawValue, found: error.found, reason: error.reason)
        }
    }

    private func number(of property: Property) throws(EventFault) -> Int {
        guard let number = Int(property.value) else {
            throw EventFault(field: property.name.rawValue, found: property.value, reason: "is not a number")
        }
        return number
    }

    private func length(of property: Property) throws(EventFault) -> EventLength {
        guard let length = CalendarDuration.length(property.value) else {
            throw EventFault(field: "DURATION", found: property.value, reason: "is not a duration")
        }
        return length
    }

    private mutating func time(of property: Property) throws(EventFault) -> CalendarTime {
        guard let time = time(property.value, in: property) else {
            throw EventFault(
                field: property.name.rawValue, found: property.value, reason: "is not a date or time")
        }
        return time
    }

    /// Reads a date or time, and remembers whether its zone is known; `nil` if the text is none.
    private mutating func time(_ text: some StringProtocol, in property: Property) -> CalendarTime? {
        let time = times.time(text, in: property, report)
        if let time, times.isZoneUnknown(of: time, in: property) { unknown.insert("timeZone") }
        return time
    }

    /// Adds additional times, or periods.
    private mutating func addTimes(_ property: Property) {
        for property in property.single {
            let parts = property.value.split(separator: "/", maxSplits: 1)
            guard let first = parts.first, let start = time(first, in: property) else {
                unknown.insert("recurrence")
                report(
                    EventFault(
                        field: "RDATE", found: property.value, reason: "is not a date, a time or a period"))
                continue
            }
            var length: EventLength?
            if parts.count == 2 {
                let end = time(parts[1], in: property)
                length =
                    CalendarDuration.length(parts[1])
                    ?? end.map { EventLength(exact: max(0, $0.moment - start.moment)) }
            }
            draft.additions.append(Event.Addition(start: start, length: length))
        }
    }

    private mutating func addExceptions(_ property: Property) {
        for property in property.single {
            if let time = time(property.value, in: property) {
                draft.exceptions.append(time)
            } else {
                unknown.insert("recurrence")
                report(
                    EventFault(field: "EXDATE", found: property.value, reason: "is not a date or time"))
            }
        }
    }
}
