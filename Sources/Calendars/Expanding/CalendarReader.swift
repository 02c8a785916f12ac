import CLibical
import Records

/// Reads the events of one calendar, grouped by UID.
struct CalendarReader {
    private let calendar: Component
    private let zones: ZoneTable
    private let floating: ZoneClock
    private let report: (EventFault, String?) -> Void

    /// The name of the calendar; `nil` if it has none.
    private(set) var title: String?

    /// - Parameters:
    ///   - calendar: The component `VCALENDAR`.
    ///   - find: Returns the zone of a name in the tz database, and of the empty name that of the machine.
    ///   - report: Called with each fault, and the UID of the event.
    init(
        _ calendar: Component, find: @escaping (String) -> TimeZoneFile?,
        report: @escaping (EventFault, String?) -> Void
    ) {
        self.calendar = calendar
        self.report = report
        let zones = ZoneTable(ZoneReader.zones(of: calendar), find: find)
        self.zones = zones
        var title: String?
        var zone: String?
        calendar.forEachProperty { property in
            switch property.experimentalName {
            case "X-WR-CALNAME": title = property.text
            case "X-WR-TIMEZONE": zone = property.text
            default: if property.kind == ICAL_NAME_PROPERTY { title = title ?? property.text }
            }
        }
        self.title = title
        floating = zone.flatMap { zones[$0] } ?? zones.machine
    }

    /// Returns the series in the order of the document; an event without a UID is one of its own.
    func series() -> [(uid: String?, series: Series)] {
        var all: [(uid: String?, series: Series)] = []
        var places: [String: Int] = [:]
        for component in calendar.components(ICAL_VEVENT_COMPONENT) {
            guard let event = event(component) else { continue }
            let place = event.uid.flatMap { places[$0] } ?? all.count
            if place == all.count {
                all.append((event.uid, Series()))
                if let uid = event.uid { places[uid] = place }
            }
            all[place].series.add(event)
        }
        return all
    }

    private func event(_ component: Component) -> Event? {
        let uid = component.first(ICAL_UID_PROPERTY)?.text
        var reader = EventReader(zones: zones, floating: floating) { report($0, uid) }
        do throws(EventFault) {
            return try reader.read(component)
        } catch {
            report(error, uid)
            return nil
        }
    }
}

/// Reads the time zones that a document defines.
///
/// Source: RFC 5545, 3.6.5.
enum ZoneReader {
    /// Returns the zones of a calendar by their names; one that cannot be read is left out.
    static func zones(of calendar: Component) -> [String: DocumentZone] {
        var zones: [String: DocumentZone] = [:]
        for component in calendar.components(ICAL_VTIMEZONE_COMPONENT) {
            guard let name = component.first(ICAL_TZID_PROPERTY)?.text, zones[name] == nil else { continue }
            let kinds = [ICAL_XSTANDARD_COMPONENT, ICAL_XDAYLIGHT_COMPONENT]
            let periods = kinds.flatMap { kind in
                component.components(kind).compactMap {
                    observance($0, isStandard: kind == ICAL_XSTANDARD_COMPONENT)
                }
            }
            zones[name] = DocumentZone(periods)
        }
        return zones
    }

    private static func observance(_ component: Component, isStandard: Bool) -> DocumentZone.Observance? {
        guard let start = component.first(ICAL_DTSTART_PROPERTY).flatMap({ TimeDigits($0.value) }),
            let from = offset(component.first(ICAL_TZOFFSETFROM_PROPERTY)),
            let to = offset(component.first(ICAL_TZOFFSETTO_PROPERTY))
        else { return nil }
        var dates: [Int64] = []
        component.forEachProperty { property in
            guard property.kind == ICAL_RDATE_PROPERTY, dates.count < 1000 else { return }
            if let digits = TimeDigits(property.value) { dates.append(digits.wall) }
        }
        let rule = component.first(ICAL_RRULE_PROPERTY).flatMap { RecurrenceRule($0.value) }
        return DocumentZone.Observance(
            start: start.wall, offsetFrom: from, offsetTo: to, isStandard: isStandard, rule: rule,
            dates: dates)
    }

    /// Reads `+0100` or `-033000`, in seconds.
    private static func offset(_ property: Property?) -> Int64? {
        guard let text = property?.value, let sign = text.utf8.first else { return nil }
        let digits = text.utf8.dropFirst()
        guard [4, 6].contains(digits.count), digits.allSatisfy(\.isDigit),
            let value = Int64(Substring(digits))
        else { return nil }
        let full = digits.count == 4 ? value * 100 : value
        let seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
        guard seconds < CalendarTime.day, sign == .plus || sign == .hyphen else { return nil }
        return sign == .hyphen ? -seconds : seconds
    }
}
