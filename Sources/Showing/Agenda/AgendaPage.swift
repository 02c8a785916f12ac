public import AlmanacValues
import Records

/// The appointments of a calendar by day, from today on.
public struct AgendaPage: Showable {
    private let appointments: [Appointment]

    /// Makes an agenda of records of a calendar.
    public init(_ items: [Item]) { appointments = items.compactMap { Appointment($0) } }

    /// Whether records are occurrences of events.
    static func canShow(_ items: [Item], of source: Source) -> Bool {
        source.kind == "calendar" && items.contains { Appointment($0) != nil }
    }

    /// An appointment on a day: its time, such as `14:00–15:30` or `all day`.
    package struct Entry: Sendable {
        /// The time on the day.
        package let time: String
        /// The appointment.
        package let appointment: Appointment
    }

    /// A day with appointments.
    package struct Day: Sendable {
        /// The date as the midnight in UTC of what the local clock shows.
        let date: UTC
        /// The weekday and the date, whether it is today or tomorrow, and the zone of the times if it is not
        /// that of the day before.
        package let heading: Line
        /// The appointments, in the order in which they begin.
        package var entries: [Entry]

        /// The date as text, such as `2026-11-03`.
        package var name: String { Zone.utc.date(date) }
    }

    /// Returns the days with appointments that are not over.
    ///
    /// The headings state the zone of the times, the first one and each one from which another one counts:
    /// all times are local, and the zone would repeat in every row. On a day on which it changes, each time
    /// has it.
    package func days(on paper: Paper) -> [Day] {
        let zone = paper.zone
        let today = zone.date(at: paper.now)
        var days: [Day] = []
        var shown: String?
        for appointment in Appointment.sorted(appointments, in: zone)
        where appointment.ends(in: zone) > paper.now || appointment.begins(in: zone) >= paper.now {
            // An appointment that began earlier is shown today.
            let date = max(today, zone.date(at: appointment.begins(in: zone)))
            let entry = Entry(time: time(of: appointment, on: date, paper), appointment: appointment)
            guard days.last?.date != date else {
                days[days.count - 1].entries.append(entry)
                continue
            }
            let name = AgendaPage.zoneName(on: date, zone)
            let heading = AgendaPage.heading(date, today: today, zone: name == shown ? nil : name)
            days.append(Day(date: date, heading: heading, entries: [entry]))
            shown = name
        }
        return days
    }

    /// Returns the agenda: a heading for each day with appointments, then their times and titles.
    public func lines(on paper: Paper) -> [Line] {
        let days = days(on: paper)
        guard !days.isEmpty else { return ["nothing is planned"] }
        let columns = [Column("TIME", isWhole: true), Column("TITLE"), Column("LOCATION", rank: 1)]
        return days.enumerated().flatMap { index, day in
            let rows = day.entries.map { entry in
                Table.Row([
                    Line(entry.time), Line(entry.appointment.summary),
                    Line(entry.appointment.location ?? "", .faint),
                ])
            }
            return (index > 0 ? [Line()] : []) + [day.heading]
                + Table(columns, rows: rows, hasTitles: false).lines(on: paper)
        }
    }

    /// Returns the name of local time on a date; `nil` if it changes on it.
    private static func zoneName(on date: UTC, _ zone: Zone) -> String? {
        let start = zone.midnight(ofDate: date)
        let name = zone.name(at: start)
        let end = zone.midnight(ofDate: date + .seconds(86_400)) - .seconds(1)
        return zone.name(at: end) == name ? name : nil
    }

    private static func heading(_ date: UTC, today: UTC, zone: String?) -> Line {
        let days = (date.seconds - today.seconds) / 86_400
        let note = days == 0 ? "  today" : days == 1 ? "  tomorrow" : ""
        let times = zone.map { "  times in \($0 == "Z" ? "UTC" : $0)" } ?? ""
        return Line("\(Zone.utc.weekday(date)) \(Zone.utc.date(date))", .strong) + Line(note + times, .faint)
    }

    /// Returns the time on a day: `14:00–15:30`, `all day`, or the days that it lasts.
    private func time(of appointment: Appointment, on date: UTC, _ paper: Paper) -> String {
        let zone = paper.zone
        let (begin, end) = (appointment.begins(in: zone), appointment.ends(in: zone))
        let last = zone.date(at: max(begin, end - .seconds(1)))
        if appointment.isAllDay { return last <= date ? "all day" : "until \(Zone.utc.date(last))" }
        let isPlain = AgendaPage.zoneName(on: date, zone) != nil
        let clock = { isPlain ? zone.plainTime($0) : zone.time($0) }
        let from = zone.date(at: begin) == date ? clock(begin) : ""
        guard end > begin else { return from }
        return last <= date ? "\(from)–\(clock(end))" : "\(from)–\(Zone.utc.date(last))"
    }
}
