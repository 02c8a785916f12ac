import CLibical
import Records

/// The reason why an event cannot be read.
struct EventFault: Error {
    /// The property.
    let field: String
    /// The text of the property.
    let found: String
    /// The fault in lower case without a full stop.
    let reason: String
}

/// Reads one event.
///
/// Source: RFC 5545, 3.6.1.
struct EventReader {
    /// The zones of the document.
    let zones: ZoneTable
    /// The zone of times that name none.
    let floating: ZoneClock
    /// Called with each fault that does not make the event unusable.
    let report: (EventFault) -> Void

    private var start: CalendarTime?
    private var startZone: String?
    private var end: CalendarTime?
    private var duration: Int64?
    private var draft = Draft()

    /// The parts of an event that do not depend on each other.
    private struct Draft {
        var uid: String?
        var sequence = 0
        var stamp = ""
        var original: CalendarTime?
        var isForAllLater = false
        var rules: [RecurrenceRule] = []
        var additions: [Event.Addition] = []
        var exceptions: [CalendarTime] = []
        var isCancelled = false
        var texts = EventTexts()
    }

    init(zones: ZoneTable, floating: ZoneClock, report: @escaping (EventFault) -> Void) {
        self.zones = zones
        self.floating = floating
        self.report = report
    }

    /// Reads the properties of an event.
    ///
    /// - Throws: A fault if the event cannot be used.
    mutating func read(_ component: Component) throws(EventFault) -> Event {
        var fault: EventFault?
        component.forEachProperty { property in
            guard fault == nil else { return }
            do throws(EventFault) { try take(property) } catch { fault = error }
        }
        if let fault { throw fault }
        guard let start else { throw EventFault(field: "DTSTART", found: label, reason: "has no start") }
        return event(from: start)
    }

    private var label: String { draft.texts.summary ?? draft.uid ?? "an event" }

    private func event(from start: CalendarTime) -> Event {
        let isAllDay = start.isDate && end.map(\.isDate) ?? true && (duration ?? 0) % CalendarTime.day == 0
        var first = start
        if let end, start.isFloating, !end.isFloating, !end.isDate {
            first.zone = end.zone
            first.isFloating = false
        }
        var length = self.length(from: start)
        if length < 0 {
            // Start and end were exchanged.
            first.wall += length
            length = -length
        }
        first.isDate = isAllDay
        var event = Event(start: first, length: length, isAllDay: isAllDay)
        event.uid = draft.uid
        event.sequence = draft.sequence
        event.stamp = draft.stamp
        event.original = draft.original
        event.isForAllLater = draft.isForAllLater
        event.rules = draft.rules
        event.additions = draft.additions
        event.exceptions = draft.exceptions
        event.isCancelled = draft.isCancelled
        if let startZone, !isAllDay { draft.texts.add("timeZone", startZone, to: &event.members) }
        event.members += draft.texts.members
        return event
    }

    /// The length on the clock of the start.
    private func length(from start: CalendarTime) -> Int64 {
        if let end {
            let isSame = end.zone === start.zone || end.isFloating || start.isFloating
            if isSame || end.isDate || start.isDate { return end.wall - start.wall }
            return end.moment - start.moment
        }
        return duration ?? (start.isDate ? CalendarTime.day : 0)
    }

    private mutating func take(_ property: Property) throws(EventFault) {
        switch property.kind {
        case ICAL_DTSTART_PROPERTY:
            start = try time(of: property, named: "DTSTART")
            startZone = property.parameter("TZID")
        case ICAL_DTEND_PROPERTY: end = try time(of: property, named: "DTEND")
        case ICAL_DURATION_PROPERTY: duration = try length(of: property)
        case ICAL_RECURRENCEID_PROPERTY:
            draft.original = try time(of: property, named: "RECURRENCE-ID")
            draft.isForAllLater = property.parameter("RANGE") == "THISANDFUTURE"
        case ICAL_RRULE_PROPERTY: draft.rules.append(try rule(of: property))
        case ICAL_RDATE_PROPERTY: addTime(property)
        case ICAL_EXDATE_PROPERTY: addException(property)
        case ICAL_UID_PROPERTY: draft.uid = property.text.isEmpty ? nil : property.text
        case ICAL_SEQUENCE_PROPERTY: draft.sequence = Int(property.value) ?? 0
        case ICAL_DTSTAMP_PROPERTY: draft.stamp = property.value
        case ICAL_STATUS_PROPERTY: takeStatus(property.value)
        case ICAL_XLICERROR_PROPERTY: try takeError(property.value)
        default: draft.texts.take(property)
        }
    }

    private mutating func takeStatus(_ status: String) {
        draft.isCancelled = status == "CANCELLED"
        draft.texts.status = status.lowercased()
    }

    /// Takes the report of libical about a property that it left out.
    private func takeError(_ text: String) throws(EventFault) {
        for name in ["DTSTART", "DTEND", "DURATION", "RRULE", "RECURRENCE-ID", "EXDATE", "RDATE"]
        where text.contains(text: "\(name) property") {
            let fault = EventFault(field: name, found: text, reason: "cannot be read")
            guard name == "EXDATE" || name == "RDATE" else { throw fault }
            report(fault)
        }
    }

    private func rule(of property: Property) throws(EventFault) -> RecurrenceRule {
        guard let rule = RecurrenceRule(property.value) else {
            throw EventFault(field: "RRULE", found: property.value, reason: "is not a recurrence rule")
        }
        return rule
    }

    private func length(of property: Property) throws(EventFault) -> Int64 {
        guard let seconds = CalendarDuration.seconds(property.value) else {
            throw EventFault(field: "DURATION", found: property.value, reason: "is not a duration")
        }
        return seconds
    }

    private func time(of property: Property, named name: String) throws(EventFault) -> CalendarTime {
        guard let time = time(property.value, in: property) else {
            throw EventFault(field: name, found: property.value, reason: "is not a date or time")
        }
        return time
    }

    /// Returns a date or time in the zone that the property names; `nil` if the text is none.
    private func time(_ text: some StringProtocol, in property: Property) -> CalendarTime? {
        guard let digits = TimeDigits(text) else { return nil }
        if digits.isDate {
            return CalendarTime(wall: digits.wall, isDate: true, zone: zones.machine, isFloating: false)
        }
        if digits.isUTC {
            return CalendarTime(wall: digits.wall, isDate: false, zone: .utc, isFloating: false)
        }
        let name = property.parameter("TZID")
        let zone = name.flatMap { zones[$0] }
        if let name, zone == nil {
            report(EventFault(field: "TZID", found: name, reason: "is no known time zone"))
        }
        return CalendarTime(
            wall: digits.wall, isDate: false, zone: zone ?? floating, isFloating: zone == nil)
    }

    /// Takes an additional time, or a period.
    private mutating func addTime(_ property: Property) {
        let parts = property.value.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let start = time(first, in: property) else {
            let fault = EventFault(
                field: "RDATE", found: property.value, reason: "is not a date, a time or a period")
            return report(fault)
        }
        var length: Int64?
        if parts.count == 2 {
            length =
                CalendarDuration.seconds(String(parts[1]))
                ?? time(parts[1], in: property).map { $0.moment - start.moment }
        }
        draft.additions.append(Event.Addition(start: start, length: length))
    }

    private mutating func addException(_ property: Property) {
        guard let time = time(property.value, in: property) else {
            let fault = EventFault(
                field: "EXDATE", found: property.value, reason: "is not a date or time")
            return report(fault)
        }
        draft.exceptions.append(time)
    }
}
