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

    /// Returns the agenda: a heading for each day with appointments, then their times and titles.
    public func lines(on paper: Paper) -> [Line] {
        let zone = paper.zone
        let today = zone.date(at: paper.now)
        var days: [(date: UTC, rows: [Table.Row])] = []
        for appointment in Appointment.sorted(appointments, in: zone)
        where appointment.ends(in: zone) > paper.now || appointment.begins(in: zone) >= paper.now {
            // An appointment that began earlier is shown today.
            let date = max(today, zone.date(at: appointment.begins(in: zone)))
            let row = row(appointment, on: date, paper)
            if days.last?.date == date {
                days[days.count - 1].rows.append(row)
            } else {
                days.append((date, [row]))
            }
        }
        guard !days.isEmpty else { return ["nothing is planned"] }
        let columns = [Column("TIME", isWhole: true), Column("TITLE"), Column("LOCATION", rank: 1)]
        return days.enumerated().flatMap { index, day in
            (index > 0 ? [Line()] : []) + [AgendaPage.heading(day.date, today: today)]
                + Table(columns, rows: day.rows, hasTitles: false).lines(on: paper)
        }
    }

    private static func heading(_ date: UTC, today: UTC) -> Line {
        let days = (date.seconds - today.seconds) / 86_400
        let note = days == 0 ? "  today" : days == 1 ? "  tomorrow" : ""
        return Line("\(Zone.utc.weekday(date)) \(Zone.utc.date(date))", .strong) + Line(note, .faint)
    }

    private func row(_ appointment: Appointment, on date: UTC, _ paper: Paper) -> Table.Row {
        Table.Row([
            Line(time(of: appointment, on: date, paper)), Line(appointment.summary),
            Line(appointment.location ?? "", .faint),
        ])
    }

    /// Returns the time on a day: `14:00–15:30`, `all day`, or the days that it lasts.
    private func time(of appointment: Appointment, on date: UTC, _ paper: Paper) -> String {
        let zone = paper.zone
        let (begin, end) = (appointment.begins(in: zone), appointment.ends(in: zone))
        let last = zone.date(at: max(begin, end - .seconds(1)))
        if appointment.isAllDay { return last <= date ? "all day" : "until \(Zone.utc.date(last))" }
        let from = zone.date(at: begin) == date ? zone.time(begin) : ""
        guard end > begin else { return from }
        return last <= date ? "\(from)–\(zone.time(end))" : "\(from)–\(Zone.utc.date(last))"
    }
}
