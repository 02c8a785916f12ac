import Testing

/// Properties that cannot be read, which affect only themselves.
@Suite struct CalendarFaultTests {
    private static let now = "2026-11-28T12:00:00Z"

    @Test(arguments: [
        "RRULE:", "RRULE:FREQ=DAILY;COUNT=x", "RRULE:FREQ=FORTNIGHTLY", "RRULE:COUNT=3",
        "RRULE:FREQ=DAILY;INTERVAL=0", "RRULE:FREQ=WEEKLY;BYDAY=XX", "RRULE:FREQ=YEARLY;BYMONTH=13",
        "RRULE:FREQ=DAILY;UNTIL=soon", "RRULE:FREQ=DAILY;BYEASTER=1", "RRULE:FREQ=YEARLY;RSCALE=CHINESE",
        "RRULE:FREQ=WEEKLY;UNTL=20271231", "EXRULE:", "DTEND:", "DTEND:later", "DTEND:20261130",
        "DURATION:", "DURATION:1 hour", "DURATION:P1M", "EXDATE:", "EXDATE:x", "RDATE:", "RDATE:x", "GEO:x",
        "GEO:91;0", "GEO:1", "RECURRENCE-ID:x", "SEQUENCE:x",
    ])
    func `a property that cannot be read is reported, and the event stays`(line: String) throws {
        let result = try Expander.expand(start: ":20261130T100000Z", line, at: Self.now)
        #expect(result.starts == ["2026-11-30T10:00:00Z"])
        #expect(result.faults.count == 1)
    }

    @Test(arguments: [
        ("RRULE:FREQ=FORTNIGHTLY", ["recurrence"]), ("RDATE:x", ["recurrence"]),
        ("EXDATE:x", ["recurrence"]), ("RECURRENCE-ID:x", ["recurrence"]), ("DTEND:later", ["end"]),
        ("DURATION:1 hour", ["end"]),
        ("DTEND:later\nDURATION:PT1H", []), ("DTEND;TZID=No/Where:20261130T110000", ["timeZone"]),
        ("RDATE;TZID=No/Where:20261201T110000", ["timeZone"]), ("GEO:x", []),
    ])
    func `a record says what decides its times and cannot be read`(lines: String, unknown: [String]) throws {
        let result = try Expander.expand(start: ":20261130T100000Z", lines, at: Self.now)
        #expect(Set(result.found.map(\.unknown)) == [unknown])
    }

    @Test func `a changed occurrence whose start cannot be read says so`() throws {
        let events = """
            BEGIN:VEVENT
            UID:a
            DTSTART:20261130T100000Z
            RRULE:FREQ=DAILY;COUNT=2
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20261130T100000Z
            DTSTART:later
            END:VEVENT
            """
        let result = try Expander.expand(events: events, at: Self.now)
        #expect(result.starts == ["2026-11-30T10:00:00Z", "2026-12-01T10:00:00Z"])
        #expect(result.faults == ["DTSTART is not a date or time"])
        #expect(result.found.first { $0.start == "2026-11-30T10:00:00Z" }?.unknown == ["start"])
        #expect(result.found.first { $0.start == "2026-12-01T10:00:00Z" }?.unknown == [])
    }

    @Test(arguments: [
        ("DTSTART:20261201T150000Z", ["2026-12-01T15:00:00Z"]), ("DTSTART:later", []), ("SUMMARY:x", []),
        ("DTSTART:20261201T150000Z\nSTATUS:CANCELLED", []),
        ("DTSTART:20261201T150000Z\nSEQUENCE:1", ["2026-12-01T15:00:00Z"]),
        ("DTSTART:20261201T150000Z\nSEQUENCE:1\nSTATUS:CANCELLED", []),
    ])
    func `a change of an unknown occurrence puts all of its series in doubt, and ends none`(
        lines: String, own: [String]
    ) throws {
        let events = """
            BEGIN:VEVENT
            UID:a
            DTSTART:20261130T100000Z
            RRULE:FREQ=DAILY;COUNT=2
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:x
            \(lines)
            END:VEVENT
            """
        let result = try Expander.expand(events: events, at: Self.now)
        let series = ["2026-11-30T10:00:00Z", "2026-12-01T10:00:00Z"]
        #expect(result.starts == (series + own).sorted())
        #expect(result.found.allSatisfy { $0.unknown == ["recurrence"] })
        #expect(Set(result.found.map(\.key)).count == result.found.count)
        #expect(result.found.map(\.key).contains("a/20261130T100000Z"))
        #expect(result.faults.contains("RECURRENCE-ID is not a date or time"))
    }

    @Test func `a zone that is not known is said, of an event and of a calendar`() throws {
        let own = try Expander.expand(start: ";TZID=No/Where:20261130T100000", at: Self.now)
        #expect(own.found.map(\.unknown) == [["timeZone"]] && own.faults.count == 1)
        let header = "X-WR-TIMEZONE:No/Where"
        let all = try Expander.expand(start: ":20261130T100000", at: Self.now, header: header)
        #expect(all.found.map(\.unknown) == [["timeZone"]])
        #expect(all.faults == ["X-WR-TIMEZONE is no known time zone"])
        let other = try Expander.expand(start: ":20261130T100000Z", at: Self.now, header: header)
        #expect(other.found.map(\.unknown) == [[]])
    }

    @Test(arguments: [
        "PRIORITY:x", "ATTACH:", "CLASS:", "SEQUENCE: 1 ", "X-", "=;:", "ATTENDEE;CN=\"x:", "STATUS:",
    ])
    func `a property that is not passed on does no harm`(line: String) throws {
        let result = try Expander.expand(start: ":20261130T100000Z", line, at: Self.now)
        #expect(result.starts == ["2026-11-30T10:00:00Z"])
    }

    @Test(arguments: [("COUNT=-1", true), ("COUNT=0", true), ("UNTIL=", true), ("BYDAY=", false)])
    func `a part of a rule that limits nothing is left out and reported, and a limit is then unknown`(
        part: String, isLimit: Bool
    ) throws {
        let result = try Expander.expand(
            start: ":20261130T100000Z", "RRULE:FREQ=WEEKLY;\(part)", at: Self.now)
        #expect(result.starts.count == 9)
        #expect(result.faults.count == 1)
        #expect(result.found.allSatisfy { $0.unknown == (isLimit ? ["recurrence"] : []) })
    }

    @Test func `busy times without events are reported, and tasks are not`() throws {
        let busy = try Expander.expand(
            events: "BEGIN:VFREEBUSY\nFREEBUSY:20261130T100000Z/PT1H\nEND:VFREEBUSY", at: Self.now)
        #expect(busy.starts == [] && busy.faults == ["VFREEBUSY has busy times, which are not read"])
        let task = try Expander.expand(
            events: "BEGIN:VTODO\nUID:a\nDUE:20261130T100000Z\nEND:VTODO", at: Self.now)
        #expect(task.starts == [] && task.faults == [])
    }

    @Test func `an empty end does not hide a good duration`() throws {
        let result = try Expander.expand(start: ":20261130T100000Z", "DTEND:", "DURATION:PT1H", at: Self.now)
        #expect(result.found.map(\.end) == ["2026-11-30T11:00:00Z"])
    }

    @Test func `an end before the start is reported`() throws {
        let result = try Expander.expand(start: ":20261130T100000Z", "DTEND:20261130T090000Z", at: Self.now)
        #expect(result.starts == ["2026-11-30T09:00:00Z"])
        #expect(result.found.map(\.end) == ["2026-11-30T10:00:00Z"])
        #expect(result.faults == ["DTEND is before the start; both were exchanged"])
    }

    @Test(arguments: [
        "DTEND;VALUE=DATE:20261128", "DURATION:P0D", "DURATION:PT0S", "X-A:", "DTEND:20261128T000000",
    ])
    func `an event of whole days without length takes its day`(line: String) throws {
        let result = try Expander.expand(start: ";VALUE=DATE:20261128", line, at: Self.now)
        #expect(result.starts == ["2026-11-28"])
        #expect(result.found.map(\.end) == ["2026-11-29"])
        #expect(result.faults.isEmpty)
    }

    @Test(arguments: ["CANCELLED", "CANCELED", "Cancelled", " canceled "])
    func `a cancelled event is left out, however that is spelt`(status: String) throws {
        #expect(
            try Expander.expand(start: ":20261130T100000Z", "STATUS:\(status)", at: Self.now).found.isEmpty)
    }

    @Test(arguments: [
        "2026-11-30T10:00:00Z", "20261130T1000Z", "20261130t100000z", "20261130T110000+0100",
        "2026-11-30T10:00:00.000Z", " 20261130T100000Z ",
    ])
    func `other forms of ISO 8601 mean the same time`(text: String) throws {
        #expect(try Expander.expand(start: ":\(text)", at: Self.now).starts == ["2026-11-30T10:00:00Z"])
    }

    @Test func `the end of a day is midnight, and no other hour 24 is a time`() throws {
        let end = try Expander.expand(start: ":20261130T240000Z", at: Self.now)
        #expect(end.starts == ["2026-12-01T00:00:00Z"])
        #expect(try Expander.expand(start: ":20261130T243000Z", at: Self.now).found.isEmpty)
    }
}
