import Records
import Testing

@Suite struct CalendarExpanderTests {
    @Test func `an event keeps its time on the clock when daylight saving time ends`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART;TZID=Europe/Berlin:20261023T090000
                DTEND;TZID=Europe/Berlin:20261023T100000
                RRULE:FREQ=DAILY;COUNT=4
                END:VEVENT
                """, at: "2026-10-23T00:00:00Z")
        #expect(
            result.starts == [
                "2026-10-23T07:00:00Z", "2026-10-24T07:00:00Z", "2026-10-25T08:00:00Z",
                "2026-10-26T08:00:00Z",
            ])
    }

    @Test func `a time that the clock skips is read with the offset before`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART;TZID=Europe/Berlin:20260328T023000
                RRULE:FREQ=DAILY;COUNT=3
                END:VEVENT
                """, at: "2026-03-28T00:00:00Z")
        #expect(
            result.starts == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"])
    }

    @Test func `a time that the clock shows twice means the first moment`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART;TZID=Europe/Berlin:20261025T023000
                END:VEVENT
                """, at: "2026-10-25T00:00:00Z")
        #expect(result.starts == ["2026-10-25T00:30:00Z"])
    }

    @Test func `a yearly leap day takes place in leap years only`() throws {
        let event = """
            BEGIN:VEVENT
            UID:a
            DTSTART;VALUE=DATE:20200229
            RRULE:FREQ=YEARLY
            END:VEVENT
            """
        #expect(try Expander.expand(events: event, at: "2027-02-01T00:00:00Z").starts.isEmpty)
        let found = try Expander.expand(events: event, at: "2028-02-01T00:00:00Z").found
        #expect(found.map(\.start) == ["2028-02-29"])
        #expect(found.map(\.end) == ["2028-03-01"])
        #expect(found.map(\.key) == ["a/20280229"])
    }

    @Test func `a series continues over the end of a year`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART;VALUE=DATE:20261228
                RRULE:FREQ=WEEKLY;BYDAY=MO,TH
                END:VEVENT
                """, at: "2026-12-30T00:00:00Z")
        #expect(Array(result.starts.prefix(4)) == ["2026-12-31", "2027-01-04", "2027-01-07", "2027-01-11"])
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=9800", ["2026-11-17", "2026-11-18"]),
        ("FREQ=DAILY;INTERVAL=3000", ["2024-09-10"]),
        ("FREQ=WEEKLY;INTERVAL=700;UNTIL=20261231", ["2026-11-19"]),
        ("FREQ=WEEKLY;INTERVAL=700;COUNT=2", ["2013-06-20"]),
        ("FREQ=DAILY;UNTIL=20261030", ["2026-10-29", "2026-10-30"]),
    ]) func `a rule with even steps has the right dates long after its start`(
        rule: String, dates: [String]
    ) throws {
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART;VALUE=DATE:20000120\nRRULE:\(rule)\nEND:VEVENT"
        let result = try Expander.expand(events: event, at: "\(dates[0])T12:00:00Z")
        #expect(Array(result.starts.filter { $0 >= dates[0] }) == dates)
    }

    @Test func `each half hour of sixty days is an occurrence, but each second of them is none`() throws {
        func expand(_ rule: String) throws -> Expander.Result {
            let start = "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Berlin:20000101T000000"
            let event = start + "\nDURATION:PT1M\nRRULE:\(rule)\nEND:VEVENT"
            return try Expander.expand(events: event, at: "2026-10-23T00:00:00Z")
        }
        let halves = try expand("FREQ=MINUTELY;INTERVAL=30")
        #expect(halves.found.count > 2900)
        #expect(halves.faults.isEmpty)
        let seconds = try expand("FREQ=SECONDLY")
        #expect(seconds.found.isEmpty)
        #expect(seconds.faults == ["RRULE recurs too often; some occurrences are left out"])
    }

    @Test func `a moved occurrence replaces the original one and keeps its key`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART:20261126T090000Z
                RRULE:FREQ=DAILY;COUNT=3
                END:VEVENT
                BEGIN:VEVENT
                UID:a
                RECURRENCE-ID:20261127T090000Z
                DTSTART:20261127T150000Z
                SUMMARY:Later
                END:VEVENT
                """, at: "2026-11-25T00:00:00Z")
        #expect(
            result.starts == ["2026-11-26T09:00:00Z", "2026-11-27T15:00:00Z", "2026-11-28T09:00:00Z"])
        #expect(result.found.first { $0.title == "Later" }?.key == "a/20261127T090000Z")
    }

    @Test func `a cancelled occurrence is removed, and a cancelled series with all of its own`() throws {
        let series = """
            BEGIN:VEVENT
            UID:a
            DTSTART:20261126T090000Z
            RRULE:FREQ=DAILY;COUNT=3
            """
        let change = """
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20261127T090000Z
            DTSTART:20261127T090000Z
            """
        let one = try Expander.expand(
            events: "\(series)\n\(change)\nSTATUS:CANCELLED\nEND:VEVENT", at: "2026-11-25T00:00:00Z")
        #expect(one.starts == ["2026-11-26T09:00:00Z", "2026-11-28T09:00:00Z"])
        let all = try Expander.expand(
            events: "\(series)\nSTATUS:CANCELLED\n\(change)\nEND:VEVENT", at: "2026-11-25T00:00:00Z")
        #expect(all.starts == ["2026-11-27T09:00:00Z"])
    }

    @Test func `the highest revision counts, then the newest, then the first`() throws {
        func titles(_ revisions: [String]) throws -> [String] {
            let events = revisions.map {
                "BEGIN:VEVENT\nUID:a\nDTSTART:20261126T090000Z\n\($0)\nEND:VEVENT"
            }
            return try Expander.expand(events: events.joined(separator: "\n"), at: "2026-11-25T00:00:00Z")
                .found.map(\.title)
        }
        #expect(
            try titles(["SEQUENCE:2\nSUMMARY:second", "SEQUENCE:1\nSUMMARY:first"]) == ["second"])
        #expect(
            try titles([
                "DTSTAMP:20261101T000000Z\nSUMMARY:old", "DTSTAMP:20261102T000000Z\nSUMMARY:new",
            ]) == ["new"])
        #expect(try titles(["SUMMARY:one", "SUMMARY:one"]) == ["one"])
    }

    @Test func `a change of all later occurrences moves them and changes their length`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART:20261126T090000Z
                DTEND:20261126T100000Z
                RRULE:FREQ=DAILY;COUNT=4
                END:VEVENT
                BEGIN:VEVENT
                UID:a
                RECURRENCE-ID;RANGE=THISANDFUTURE:20261128T090000Z
                DTSTART:20261128T110000Z
                DTEND:20261128T130000Z
                END:VEVENT
                """, at: "2026-11-25T00:00:00Z")
        #expect(
            result.starts == [
                "2026-11-26T09:00:00Z", "2026-11-27T09:00:00Z", "2026-11-28T11:00:00Z",
                "2026-11-29T11:00:00Z",
            ])
        #expect(result.found.map(\.end).sorted().last == "2026-11-29T13:00:00Z")
    }

    @Test func `exceptions and additional times change a series`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:a
                DTSTART:20261126T090000Z
                RRULE:FREQ=DAILY;COUNT=3
                EXDATE:20261127T090000Z
                RDATE:20261201T120000Z
                RDATE;VALUE=PERIOD:20261202T120000Z/PT2H
                END:VEVENT
                """, at: "2026-11-25T00:00:00Z")
        #expect(
            result.starts == [
                "2026-11-26T09:00:00Z", "2026-11-28T09:00:00Z", "2026-12-01T12:00:00Z",
                "2026-12-02T12:00:00Z",
            ])
        #expect(result.found.contains { $0.end == "2026-12-02T14:00:00Z" })
    }

    @Test func `a broken event affects only itself`() throws {
        let result = try Expander.expand(
            events: """
                BEGIN:VEVENT
                UID:bad
                DTSTART:2026113
                SUMMARY:Bad
                END:VEVENT
                BEGIN:VEVENT
                UID:good
                DTSTART:20261126T090000Z
                END:VEVENT
                """, at: "2026-11-25T00:00:00Z")
        #expect(result.found.map(\.key) == ["good"])
        #expect(result.faults == ["DTSTART is not a date or time"])
    }

    @Test func `the next change is when an occurrence enters or leaves the window`() throws {
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20261126T090000Z\nDTEND:20261126T100000Z\nEND:VEVENT"
        let leaves = try Expander.expand(events: event, at: "2026-11-27T00:00:00Z")
        #expect(leaves.nextChange.description == "2026-11-27T10:00:00Z")
        #expect(try Expander.expand(events: event, at: "2026-11-27T10:00:00Z").found.isEmpty)
        let enters = try Expander.expand(events: event, at: "2026-09-27T00:00:00Z")
        #expect(enters.found.isEmpty)
        #expect(enters.nextChange.description == "2026-09-27T09:00:01Z")
        #expect(try Expander.expand(events: event, at: "2026-09-27T09:00:01Z").found.count == 1)
    }
}
