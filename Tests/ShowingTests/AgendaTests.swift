import AlmanacValues
import Records
import Showing
import Testing

/// Calendars as an agenda, in bars and in templates.
@Suite struct AgendaTests {
    /// An hour east of UTC.
    private let paper = Paper(
        width: 80, now: Golden.now,
        zone: Zone { _ in Zone.LocalTime(secondsEast: 3600, abbreviation: "CET") })

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
                "Fri 2026-11-20  today  times in CET", "until 2026-11-22  Fair", "all day           Holiday",
                "14:00–16:00       Running", "23:30–2026-11-21  Night", "", "Sat 2026-11-21  tomorrow",
                "00:30        Late", "12:30–13:30  Lunch  Hall",
            ])
        #expect(AgendaPage([]).lines(on: paper).map(\.plain) == ["nothing is planned"])
    }

    @Test func `an appointment says what decides its times and is not known`() throws {
        func summary(_ unknown: [JSON], _ zone: JSON?) throws -> String {
            let data: JSON = .members([
                "start": "2026-11-21T11:30:00Z", "summary": "Lunch", "timeZone": zone,
                "unknown": unknown.isEmpty ? nil : .array(unknown),
            ])
            let item = Item(source: "calendar", key: "a", title: nil, data: data)
            return try #require(Appointment(item)).summary
        }
        #expect(try summary([], "Europe/Berlin") == "Lunch")
        #expect(try summary(["timeZone"], "No/Where") == "Lunch (time zone No/Where unknown)")
        #expect(
            try summary(["end", "recurrence", "timeZone"], nil)
                == "Lunch (end unknown, further dates unknown, time zone unknown)")
    }

    @Test func `the headings of an agenda state the zone, and its times if it changes on their day`() {
        // Clocks in New York went back at 06:00 UTC on 2026-11-01.
        let zone = Zone { moment in
            let isWinter = moment >= UTC(iso8601: "2026-11-01T06:00:00Z")!
            return isWinter
                ? Zone.LocalTime(secondsEast: -18_000, abbreviation: "EST")
                : Zone.LocalTime(secondsEast: -14_400, abbreviation: "EDT")
        }
        let now = UTC(iso8601: "2026-10-30T12:00:00Z")!
        let items = [
            item("Friday", "2026-10-30T16:00:00Z", "2026-10-30T17:00:00Z"),
            item("Saturday", "2026-10-31T16:00:00Z", "2026-10-31T17:00:00Z"),
            item("Sunday", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"),
            item("Monday", "2026-11-02T16:00:00Z", "2026-11-02T17:00:00Z"),
        ]
        let lines = AgendaPage(items).lines(on: Paper(width: 80, now: now, zone: zone)).map(\.plain)
        #expect(
            lines == [
                "Fri 2026-10-30  today  times in EDT", "12:00–13:00  Friday", "",
                "Sat 2026-10-31  tomorrow", "12:00–13:00  Saturday", "",
                "Sun 2026-11-01", "01:30 EDT–01:30 EST  Sunday", "",
                "Mon 2026-11-02  times in EST", "11:00–12:00  Monday",
            ])
    }

    @Test func `a bar shows the next event, and those of a day in its tooltip`() throws {
        let json = try JSON(parsing: Array(Board(items).waybar(paper).utf8))
        #expect(json["text"] == "Night in 8 h")
        #expect(
            json["tooltip"]?.string?.split(separator: "\n") == [
                "all day Fair", "all day Holiday", "14:00 CET Running", "23:30 CET Night",
                "Sat 00:30 CET Late",
                "Sat 12:30 CET Lunch, Hall",
            ])
        let running = try JSON(parsing: Array(Board([items[2]]).waybar(paper).utf8))
        #expect(running["text"] == "Running now")
    }

    @Test func `a template states a moment as the time until it, or in the user's zone`() throws {
        let template = try Template(
            "{summary} in {start:in}, {start:time}, {start:clock}, {start:date}, {end:when}, {start:odd|-}")
        let text = template.text(items[0], of: Samples.portland, on: paper)
        #expect(text == "Lunch in 21 h, 12:30 CET, 12:30, 2026-11-21, Sat 13:30 CET, -")
        let day = try Template("{start:time} {start:in}").text(items[4], of: Samples.portland, on: paper)
        #expect(day == "00:00 CET 0 s")
    }

    @Test func `the next appointments are those that begin later`() {
        let appointments = items.compactMap { Appointment($0) }
        let later = Appointment.upcoming(appointments, withBegun: false, on: paper)
        #expect(later.map(\.summary) == ["Night", "Late", "Lunch"])
    }
}
