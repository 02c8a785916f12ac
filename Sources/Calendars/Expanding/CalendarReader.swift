import Decoding
import Records

/// Reads the events of the calendars of a document, grouped by UID.
///
/// One calendar of a document may cancel or change the events of another one.
struct CalendarReader {
    private let database: ZoneDatabase
    private let report: (EventFault, String?) -> Void
    private var groups: [EventGroup] = []
    private var places: [String: Int] = [:]

    /// The name of the first calendar that has one.
    private(set) var title: String?

    /// - Parameters:
    ///   - database: The tz database.
    ///   - report: Called with each fault, and the UID of the event.
    init(database: ZoneDatabase, report: @escaping (EventFault, String?) -> Void) {
        self.database = database
        self.report = report
    }

    /// The series in the order of the document; an event without a UID is one of its own.
    var series: [Series] { groups.flatMap(\.series) }

    /// Reads a calendar.
    mutating func read(_ calendar: Component) {
        title = title ?? calendar.title
        if calendar.isUnfinished {
            let fault = EventFault(
                field: "END", found: "VCALENDAR", reason: "is missing: the calendar may have ended too early")
            report(fault, nil)
        }
        let zones = ZoneTable(ZoneReader.zones(of: calendar), in: database) { [report] in report($0, nil) }
        let times = times(of: calendar, zones)
        let isCancellation = calendar.first(.method)?.value.uppercased() == "CANCEL"
        for component in calendar.components("VEVENT") {
            if let event = event(component, times, isCancellation: isCancellation) { add(event) }
        }
        // Without this, somebody who is busy all day would seem to have no appointment.
        if !calendar.components("VFREEBUSY").isEmpty {
            let reason = "has busy times, which are not read"
            report(EventFault(field: "VFREEBUSY", found: "", reason: reason), nil)
        }
    }

    /// Returns the reader of times; those that name no zone count in that of the calendar, otherwise in that of
    /// the machine.
    private func times(of calendar: Component, _ zones: ZoneTable) -> TimeReader {
        let name = calendar.first(.calendarZone)?.text ?? ""
        let zone = name.trimmingBlanks.isEmpty ? zones.machine : zones[name]
        if zone == nil {
            report(EventFault(field: "X-WR-TIMEZONE", found: name, reason: "is no known time zone"), nil)
        }
        return TimeReader(zones: zones, floating: zone ?? zones.machine, hasUnknownZone: zone == nil)
    }

    private mutating func add(_ event: Event) {
        let place = event.uid.flatMap { places[$0] } ?? groups.count
        if place == groups.count {
            groups.append(EventGroup(uid: event.uid))
            if let uid = event.uid { places[uid] = place }
        }
        groups[place].add(event)
    }

    private func event(_ component: Component, _ times: TimeReader, isCancellation: Bool) -> Event? {
        let uid = component.first(.uid)?.text
        if component.isUnfinished {
            let reason = "is missing" + (component.isCut ? ", and the event is left out" : "")
            report(EventFault(field: "END", found: "VEVENT", reason: reason), uid)
            if component.isCut { return nil }
        }
        if let stray = component.stray {
            report(EventFault(field: "VEVENT", found: stray, reason: "has a line that is no property"), uid)
        }
        var reader = EventReader(times: times, isCancellation: isCancellation) { report($0, uid) }
        do throws(EventFault) {
            return try reader.read(component)
        } catch {
            report(error, uid)
            return nil
        }
    }
}

extension Component {
    /// The name of a calendar; `nil` if it has none.
    fileprivate var title: String? {
        let name = first(.calendarName) ?? first(.name)
        return name.map(\.text)
    }
}
