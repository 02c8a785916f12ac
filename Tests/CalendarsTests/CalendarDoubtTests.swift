import Records
import Testing

/// Parts of calendars that can be read in two ways: each has a remark.
@Suite struct CalendarDoubtTests {
    private static let now = "2026-11-28T12:00:00Z"

    private func faults(_ start: String, _ lines: String...) throws -> [String] {
        try Expander.expand(start: start, lines.joined(separator: "\n"), at: Self.now).faults
    }

    @Test(arguments: [
        (":20261130T100000Z", "DTSTART:20261201T100000Z", "DTSTART occurs again, and the last one counts"),
        (":20261130T100000Z", "SUMMARY:a\nSUMMARY:b", "SUMMARY occurs again, and the last one counts"),
        (
            ":20261130T100000Z", "DTEND:20261130T110000Z\nDURATION:PT3H",
            "DURATION contradicts DTEND, which counts"
        ),
        (
            ":20261130T100000Z", "DTEND;VALUE=DATE:20261201",
            "DTEND is a date beside a time: its midnight counts"
        ),
        (
            ";VALUE=DATE:20261130", "DTEND:20261201T100000Z",
            "DTSTART is a date, but the event does not last whole days: midnight counts"
        ),
        (
            ";VALUE=DATE:20261130", "DURATION:PT36H",
            "DTSTART is a date, but the event does not last whole days: midnight counts"
        ),
        (
            ":20261130T100000Z", "RDATE;VALUE=DATE:20261205",
            "RDATE is a date beside times: its midnight counts"
        ),
        (
            ":20261130T100000Z", "RRULE:FREQ=WEEKLY;BYDAY=1MO;COUNT=2",
            "RRULE has numbers, which have no meaning in this rule"
        ),
        (":20261130T100000Z", "RRULE:FREQ=DAILY;COUNT=2;COUNT=3", "RRULE contradicts COUNT=2"),
        (
            ":20261130T100000Z", "DESCRIPTION:long\ncontinued at 10:30 without a blank",
            "VEVENT has a line that is no property"
        ),
        (
            ":20261130T100000Z", "DESCRIPTION:long\nand without a colon",
            "VEVENT has a line that is no property"
        ),
    ])
    func `a doubt is reported`(start: String, lines: String, fault: String) throws {
        #expect(try faults(start, lines) == [fault])
    }

    @Test(arguments: [
        (":20261130T100000Z", "SUMMARY:a\nSUMMARY:a"),
        (":20261130T100000Z", "DTEND:20261130T110000Z\nDURATION:PT1H"),
        (";VALUE=DATE:20261130", "DURATION:PT24H"), (";VALUE=DATE:20261130", "DTEND:20261202T000000"),
        (";VALUE=DATE:20261130", "RDATE;VALUE=DATE:20261205"),
        (":20261130T100000Z", "RRULE:FREQ=MONTHLY;BYDAY=1MO;COUNT=2"),
        (":20261130T100000Z", "RRULE:FREQ=DAILY;COUNT=2;COUNT=2"), (":20261130T100000Z", "\nX-A:b"),
        (":20261130T100000Z", "RRULE:FREQ=DAILY;UNTIL=20261202T100000Z"),
    ])
    func `what has one meaning is not`(start: String, lines: String) throws {
        #expect(try faults(start, lines).isEmpty)
    }

    @Test(arguments: [
        ("20261202T200000", ["2026-12-01", "2026-12-02", "2026-12-03"], "the clock of the start"),
        ("20261202T235959", ["2026-12-01", "2026-12-02", "2026-12-03"], "the clock of the start"),
        ("20261203T010000", ["2026-12-01", "2026-12-02", "2026-12-03"], "UTC"),
        ("20261203T005959", ["2026-12-01", "2026-12-02"], "UTC"),
    ])
    func `the end of a rule without its Z is that of the start if it has its time`(
        end: String, days: [String], clock: String
    ) throws {
        let result = try Expander.expand(
            start: ";TZID=America/New_York:20261130T200000", "RRULE:FREQ=DAILY;UNTIL=\(end)", at: Self.now)
        #expect(result.starts == days.map { $0 + "T01:00:00Z" })
        #expect(result.faults == ["RRULE ends at a time that lacks its Z: \(clock) counts"])
    }

    @Test func `a byte order mark where documents were joined hides no event`() throws {
        let event = "BEGIN:VEVENT\nUID:1\nDTSTART:20261130T100000Z\nEND:VEVENT\n"
        let text = "BEGIN:VCALENDAR\n\u{FEFF}\(event)END:VCALENDAR\n\u{FEFF}BEGIN:VCALENDAR\n"
        let second = event.replacing(text: "UID:1", with: "UID:2")
        let document = "\u{FEFF}\(text)\(second)END:VCALENDAR\n"
        let result = try Expander.expand(Array(document.utf8), at: #require(UTC(iso8601: Self.now)))
        #expect(result.found.count == 2 && result.faults.isEmpty)
    }
}
