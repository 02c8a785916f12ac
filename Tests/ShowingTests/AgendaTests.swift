import AlmanacValues
import Records
import Showing
import Testing

/// Calendars as an agenda, in bars and in templates.
@Suite struct AgendaTests {
    /// An hour east of UTC.
    private let paper = Paper(width: 80, now: Golden.now, zone: Zone { _ in 3600 })

    private func item(_ summary: String, _ start: String, _ end: String, isAllDay: Bool = false) -> Item {
        Item(
            source: "calendar", key: summary, title: summary,
            data: .members([
                "allDay": isAllDay ? true : nil, "end": .string(end),
                "location": summary == "Lunch" ? "Hall" : nil,
                "start": .string(start), "summary": .string(summary),
            ]))
    }

    private var items: [Item] {
        [
            item("Lunch", "2026-11-21T11:30:00Z", "2026-11-21T12:30:00Z"),
            item("Over", "2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"),
            item("Running", "2026-11-20T13:00:00Z", "2026-11-20T15:00:00Z"),
            item("Night", "2026-11-20T22:30:00Z", "2026-11-21T05:00:00Z"),
            item("Holiday", "2026-11-20", "2026-11-21", isAllDay: true),
            item("Fair", "2026-11-19", "2026-11-23", isAllDay: true),
            item("Late", "2026-11-20T23:30:00Z", "2026-11-20T23:30:00Z"),
        ]
    }

    @Test func `an agenda lists what is not over by the days of the user's zone`() {
        let lines = AgendaPage(items).lines(on: paper).map(\.plain)
        #expect(
            lines == [
                "Fri 2026-11-20  today", "until 2026-11-22  Fair", "all day           Holiday",
                "14:00–16:00       Running", "23:30–2026-11-21  Night", "", "Sat 2026-11-21  tomorrow",
                "00:30        Late", "12:30–13:30  Lunch  Hall",
            ])
        #expect(AgendaPage([]).lines(on: paper).map(\.plain) == ["nothing is planned"])
    }

    @Test func `a bar shows the next event, and those of a day in its tooltip`() throws {
        let json = try JSON(parsing: Array(Board(items).waybar(paper).utf8))
        #expect(json["text"] == "Night in 8 h")
        #expect(
            json["tooltip"]?.string?.split(separator: "\n") == [
                "all day Fair", "all day Holiday", "14:00 Running", "23:30 Night", "Sat 00:30 Late",
                "Sat 12:30 Lunch, Hall",
            ])
        let running = try JSON(parsing: Array(Board([items[2]]).waybar(paper).utf8))
        #expect(running["text"] == "Running now")
    }

    @Test func `a template states a moment as the time until it, or in the user's zone`() throws {
        let template = try Template(
            "{summary} in {start:in}, {start:time}, {start:date}, {end:when}, {start:odd|-}")
        let text = template.text(items[0], of: Samples.portland, on: paper)
        #expect(text == "Lunch in 21 h, 12:30, 2026-11-21, Sat 13:30, -")
        let day = try Template("{start:time} {start:in}").text(items[4], of: Samples.portland, on: paper)
        #expect(day == "00:00 0 s")
    }

    @Test func `the next appointments are those that begin later`() {
        let appointments = items.compactMap { Appointment($0) }
        let later = Appointment.upcoming(appointments, withBegun: false, on: paper)
        #expect(later.map(\.summary) == ["Night", "Late", "Lunch"])
    }
}
