import Calendars
import Testing

/// The occurrences of recurrence rules, RFC 5545, 3.3.10.
@Suite struct CalendarRuleTests {
    private func dates(
        _ start: String, _ rule: String, at now: String = "2026-11-28T12:00:00Z"
    ) throws -> [String] {
        let result = try Expander.expand(start: start, "RRULE:\(rule)", at: now)
        #expect(result.faults.isEmpty)
        return result.starts
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=2", ["11-30T08:30", "12-07T08:30"]),
        ("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1,1;COUNT=3", ["11-30T08:30", "12-04T08:30", "12-07T08:30"]),
        ("FREQ=DAILY;BYHOUR=8,10,12;BYSETPOS=-1;COUNT=3", ["11-30T08:30", "11-30T12:30", "12-01T12:30"]),
        ("FREQ=HOURLY;BYMINUTE=10,30,50;BYSETPOS=2;COUNT=3", ["11-30T08:30", "11-30T09:30", "11-30T10:30"]),
        ("FREQ=MINUTELY;BYSECOND=0,30;BYSETPOS=1;COUNT=2", ["11-30T08:30", "11-30T08:31"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2", ["11-30T08:30", "12-31T08:30"]),
    ])
    func `a position selects from the set of each period, whatever the frequency`(
        rule: String, expected: [String]
    ) throws {
        let found = try dates(":20261130T083000Z", rule)
        #expect(found == expected.map { "2026-\($0):00Z" })
    }

    @Test(arguments: [
        ("20260101", "BYWEEKNO=20", "2026-05-01", ["2026-05-14"]),
        ("20251209", "BYWEEKNO=50", "2026-12-01", ["2026-12-08"]),
        ("20251230", "BYWEEKNO=1;BYDAY=TU", "2026-12-25", ["2027-01-05"]),
        ("20200102", "BYWEEKNO=1", "2026-12-25", ["2027-01-07"]),
        ("20200101", "BYWEEKNO=1;BYDAY=WE", "2025-12-28", ["2025-12-31"]),
        ("20200101", "BYWEEKNO=-1;BYDAY=SU", "2026-12-25", ["2027-01-03"]),
        ("20200101", "BYWEEKNO=53;BYDAY=MO", "2026-12-25", ["2026-12-28"]),
        ("20200101", "BYWEEKNO=1;BYDAY=SU;WKST=SU", "2026-12-25", ["2027-01-03"]),
    ])
    func `a week number means the days of that week, and the weekday of the start`(
        start: String, parts: String, day: String, expected: [String]
    ) throws {
        let found = try dates(";VALUE=DATE:" + start, "FREQ=YEARLY;" + parts, at: day + "T00:00:00Z")
        #expect(found == expected)
    }

    @Test func `a day from the end of the month limits a daily rule`() throws {
        let found = try dates(";VALUE=DATE:20261128", "FREQ=DAILY;BYMONTHDAY=-1,-3;COUNT=4")
        #expect(found == ["2026-11-28", "2026-11-30", "2026-12-29", "2026-12-31"])
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;COUNT=2;BYDAY=TH", ["2026-11-30", "2026-12-03"]),
        ("FREQ=WEEKLY;COUNT=1;BYDAY=TH", ["2026-11-30"]),
        ("FREQ=MONTHLY;COUNT=2;BYMONTHDAY=5", ["2026-11-30", "2026-12-05"]),
        ("FREQ=WEEKLY;COUNT=2;BYDAY=MO", ["2026-11-30", "2026-12-07"]),
    ])
    func `the start counts as the first occurrence even if it does not match`(
        rule: String, expected: [String]
    ) throws {
        #expect(try dates(";VALUE=DATE:20261130", rule) == expected)
    }

    @Test(arguments: [
        ("20261201T080000Z", "FREQ=DAILY;BYHOUR=9,8;COUNT=3", ["01T08:00", "01T09:00", "02T08:00"]),
        (
            "20261201T090000Z", "FREQ=HOURLY;INTERVAL=12;BYMINUTE=30,0;COUNT=3",
            ["01T09:00", "01T09:30", "01T21:00"]
        ),
        ("20261201T080000Z", "FREQ=MONTHLY;BYMONTHDAY=3,1;COUNT=2", ["01T08:00", "03T08:00"]),
        ("20261201T080000Z", "FREQ=WEEKLY;BYDAY=FR,TU;COUNT=2", ["01T08:00", "04T08:00"]),
    ])
    func `the order in which values are written means nothing`(
        start: String, rule: String, expected: [String]
    ) throws {
        #expect(try dates(":" + start, rule) == expected.map { "2026-12-\($0):00Z" })
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=30;UNTIL=20261202T100000Z", ["2026-11-30", "2026-12-01", "2026-12-02"]),
        ("FREQ=DAILY;COUNT=2;UNTIL=20261202T100000Z", ["2026-11-30", "2026-12-01"]),
        ("FREQ=DAILY;BYHOUR=10;COUNT=30;UNTIL=20261201T100000Z", ["2026-11-30", "2026-12-01"]),
    ])
    func `of a number and an end the earlier limit counts`(rule: String, expected: [String]) throws {
        #expect(try dates(":20261130T100000Z", rule) == expected.map { $0 + "T10:00:00Z" })
    }

    @Test func `an end without a time is that whole day on the clock of the series`() throws {
        let found = try dates(
            ";TZID=America/Los_Angeles:20261124T190000", "FREQ=WEEKLY;UNTIL=20261201",
            at: "2026-11-25T00:00:00Z")
        #expect(found == ["2026-11-25T03:00:00Z", "2026-12-02T03:00:00Z"])
    }

    @Test func `an exception rule removes its occurrences`() throws {
        let result = try Expander.expand(
            start: ":20261130T100000Z", "RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2",
            at: "2026-11-28T12:00:00Z")
        #expect(result.starts == ["2026-12-01T10:00:00Z", "2026-12-03T10:00:00Z"])
    }

    @Test(arguments: [
        ("BACKWARD", ["2026-11-30", "2026-12-31"]), ("FORWARD", ["2026-12-01", "2026-12-31"]),
        ("OMIT", ["2026-12-31"]),
    ])
    func `a day that a month lacks is omitted or moved`(skip: String, expected: [String]) throws {
        let rule = "FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=\(skip);UNTIL=20261231"
        #expect(try dates(";VALUE=DATE:20261031", rule) == expected)
    }

    @Test func `a rule is looked for only as far as the window, and at most for some steps`() throws {
        #expect(try dates(":00010101T000000Z", "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2").isEmpty)
        #expect(try dates(":00010101T000000Z", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30").isEmpty)
        let far = try Expander.expand(
            start: ":00010101T000000Z", "RRULE:FREQ=HOURLY;BYMINUTE=1;COUNT=2000000000",
            at: "2026-11-28T12:00:00Z")
        #expect(far.faults == ["RRULE recurs too often; some occurrences are left out"])
        func list(_ last: Int) -> String { (0...last).map(String.init).joined(separator: ",") }
        // Millions of times before the window, all in one period.
        let times = "BYHOUR=\(list(23));BYMINUTE=\(list(59));BYSECOND=\(list(59))"
        let full = try Expander.expand(
            start: ":20250101T000000Z", "RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8;\(times)",
            at: "2026-11-28T12:00:00Z")
        #expect(full.faults == ["RRULE recurs too often; some occurrences are left out"])
    }

    @Test(arguments: ["RRULE", "EXRULE"])
    func `a series with a rule or an exception rule begins and ends, so that its time is limited`(
        name: String
    ) {
        var count = 0
        var expander = CalendarExpander(
            now: 1_795_867_200, past: 86_400, ahead: 86_400, skipped: [], find: { _ in nil }
        ) { part in
            switch part {
            case .begins, .ends: count += 1
            default: break
            }
        }
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20261130T100000Z\n\(name):FREQ=DAILY\nEND:VEVENT\n"
        let hasCalendar = expander.expand(Array("BEGIN:VCALENDAR\n\(event)END:VCALENDAR\n".utf8))
        #expect(hasCalendar)
        #expect(count == 2)
    }

    @Test(arguments: ["COUNT=2000000000", "UNTIL=20261201T000000Z"])
    func `a series whose exceptions are too many is reported, and left out`(end: String) throws {
        let result = try Expander.expand(
            start: ":20000101T100000Z", "RRULE:FREQ=DAILY", "EXRULE:FREQ=SECONDLY;\(end)",
            at: "2026-11-28T12:00:00Z")
        #expect(result.starts.isEmpty)
        #expect(result.faults == ["RRULE recurs too often; some occurrences are left out"])
    }
}
