import Records
import Testing

/// The time zones of events.
@Suite struct CalendarZoneTests {
    @Test func `floating times are on the clock of X-WR-TIMEZONE`() throws {
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20261126T090000\nEND:VEVENT"
        let plain = try Expander.expand(events: event, at: "2026-11-25T00:00:00Z")
        #expect(plain.starts == ["2026-11-26T09:00:00Z"])
        let zoned = try Expander.expand(
            events: event, at: "2026-11-25T00:00:00Z", header: "X-WR-TIMEZONE:America/New_York")
        #expect(zoned.starts == ["2026-11-26T14:00:00Z"])
    }

    @Test(arguments: [
        ("America/New_York", "2026-11-26T14:00:00Z"), ("Eastern Standard Time", "2026-11-26T14:00:00Z"),
        ("/citadel.org/20260101_1/America/New_York", "2026-11-26T14:00:00Z"),
        ("US-Eastern", "2026-11-26T14:00:00Z"), ("Eastern", "2026-11-26T14:00:00Z"),
        ("Western/Central Europe", "2026-11-26T08:00:00Z"), ("No-Such Zone", "2026-11-26T03:30:00Z"),
        ("tzone://Microsoft/Utc", "2026-11-26T09:00:00Z"), ("utc", "2026-11-26T09:00:00Z"),
    ])
    func `the name of a zone is resolved by the tz database, by Windows, Notes and Exchange`(
        name: String, start: String
    ) throws {
        let result = try Expander.expand(
            events: "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=\"\(name)\":20261126T090000\nEND:VEVENT",
            at: "2026-11-25T00:00:00Z", header: "X-WR-TIMEZONE:Asia/Calcutta")
        #expect(result.starts == [start])
        #expect(result.faults == (name == "No-Such Zone" ? ["TZID is no known time zone"] : []))
    }

    @Test func `a zone that the document defines counts before the tz database`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:STANDARD
            DTSTART:20000101T000000
            TZOFFSETFROM:+0500
            TZOFFSETTO:+0500
            END:STANDARD
            END:VTIMEZONE
            """
        let result = try Expander.expand(
            events: "\(zone)\nBEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Berlin:20261126T090000\nEND:VEVENT",
            at: "2026-11-25T00:00:00Z")
        #expect(result.starts == ["2026-11-26T04:00:00Z"])
    }

    @Test func `a definition that describes a zone of the tz database gives way to it`() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:America/New_York
            BEGIN:STANDARD
            DTSTART:20001029T020000
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
            TZOFFSETFROM:-0400
            TZOFFSETTO:-0500
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20000402T020000
            RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4
            TZOFFSETFROM:-0500
            TZOFFSETTO:-0400
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=America/New_York:20270320T090000\nEND:VEVENT"
        let result = try Expander.expand(events: "\(zone)\n\(event)", at: "2027-03-20T00:00:00Z")
        #expect(result.starts == ["2027-03-20T13:00:00Z"], "since 2007 daylight saving time begins in March")
        let other = "\(zone)\n\(event)".split(separator: "America/New_York").joined(separator: "Us office")
        let office = try Expander.expand(events: other, at: "2027-03-20T00:00:00Z")
        #expect(office.starts == ["2027-03-20T14:00:00Z"], "a zone under a name of its own is as defined")
    }

    @Test(arguments: ["", "/", "//"]) func `an empty name is no zone`(name: String) throws {
        let result = try Expander.expand(
            events: "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=\(name):20261126T090000\nEND:VEVENT",
            at: "2026-11-25T00:00:00Z", header: "X-WR-TIMEZONE:America/New_York")
        #expect(result.starts == ["2026-11-26T14:00:00Z"])
    }
}
