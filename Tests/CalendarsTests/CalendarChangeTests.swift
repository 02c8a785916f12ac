import Testing

/// Events that change, cancel or resemble others.
@Suite struct CalendarChangeTests {
    private static let now = "2026-11-28T12:00:00Z"
    private static let series = """
        BEGIN:VEVENT
        UID:k
        DTSTART;TZID=Europe/Berlin:20261201T101500
        RRULE:FREQ=DAILY;COUNT=3
        END:VEVENT
        BEGIN:VEVENT
        UID:k

        """

    private func change(_ lines: String) throws -> Expander.Result {
        try Expander.expand(events: "\(Self.series)\(lines)\nEND:VEVENT", at: Self.now)
    }

    @Test(arguments: [
        "RECURRENCE-ID;VALUE=DATE:20261202", "RECURRENCE-ID:20261202T091500Z",
        "RECURRENCE-ID:20261202T101500", "RECURRENCE-ID;TZID=Europe/Berlin:20261202T101500",
        "RECURRENCE-ID;TZID=America/New_York:20261202T041500",
        "RECURRENCE-ID;VALUE=DATE-TIME:20261202T091500Z",
    ])
    func `a moved occurrence has the same key, whatever the form of its original start`(line: String) throws {
        let result = try change("\(line)\nDTSTART;TZID=Europe/Berlin:20261202T151500")
        #expect(
            result.starts == ["2026-12-01T09:15:00Z", "2026-12-02T14:15:00Z", "2026-12-03T09:15:00Z"])
        #expect(
            result.found.map(\.key).sorted() == [
                "k/20261201T091500Z", "k/20261202T091500Z", "k/20261203T091500Z",
            ])
    }

    @Test(arguments: [
        "EXDATE;VALUE=DATE:20261202", "EXDATE:20261202T091500Z", "EXDATE:20261202T101500",
        "EXDATE;TZID=Europe/Berlin:20261130T101500,20261202T101500",
    ])
    func `an exception is understood in each form`(line: String) throws {
        let result = try Expander.expand(
            start: ";TZID=Europe/Berlin:20261201T101500", "RRULE:FREQ=DAILY;COUNT=3", line, at: Self.now)
        #expect(result.starts == ["2026-12-01T09:15:00Z", "2026-12-03T09:15:00Z"])
    }

    @Test func `an exception in UTC does not remove the same time on the clock`() throws {
        let result = try Expander.expand(
            start: ";TZID=Europe/Berlin:20261201T100000", "RRULE:FREQ=HOURLY;COUNT=3",
            "EXDATE:20261201T100000Z", at: Self.now)
        #expect(result.starts == ["2026-12-01T09:00:00Z", "2026-12-01T11:00:00Z"])
    }

    @Test func `a cancellation of all later occurrences ends the series`() throws {
        let range = "RECURRENCE-ID;RANGE=ThisAndFuture:20261202T091500Z"
        let result = try change("\(range)\nDTSTART:20261202T091500Z\nSTATUS:CANCELLED")
        #expect(result.starts == ["2026-12-01T09:15:00Z"])
        let bare = try change("\(range)\nSTATUS:CANCELLED")
        #expect(bare.starts == ["2026-12-01T09:15:00Z"])
        let moved = try change("\(range)\nDTSTART:20261202T111500Z")
        #expect(
            moved.starts == ["2026-12-01T09:15:00Z", "2026-12-02T11:15:00Z", "2026-12-03T11:15:00Z"])
    }

    @Test func `different events with the same UID all stay`() throws {
        func event(_ day: String, _ title: String) -> String {
            "BEGIN:VEVENT\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART;VALUE=DATE:\(day)\n"
                + "SUMMARY:\(title)\nEND:VEVENT\n"
        }
        let days = event("20261201", "Paper") + event("20261202", "Plastics") + event("20261203", "Bio")
        let result = try Expander.expand(events: days, at: Self.now)
        #expect(result.found.map(\.key) == ["u/20261201", "u/20261202", "u/20261203"])
        let same = try Expander.expand(
            events: event("20261201", "Paper") + event("20261201", "Bio") + event("20261201", "Paper"),
            at: Self.now)
        #expect(same.found.map(\.title) == ["Paper", "Bio"])
        #expect(Set(same.found.map(\.key)).count == 2)
    }

    @Test func `a calendar of cancellations has no events, and cancels those of another one`() throws {
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20261130T100000Z\nEND:VEVENT"
        let cancelled = try Expander.expand(events: event, at: Self.now, header: "METHOD:CANCEL")
        #expect(cancelled.found.isEmpty)
        #expect(cancelled.faults.isEmpty)
        let second =
            "END:VCALENDAR\nBEGIN:VCALENDAR\nMETHOD:cancel\nBEGIN:VEVENT\nUID:a\nSEQUENCE:1\nEND:VEVENT"
        let both = try Expander.expand(events: "\(event)\n\(second)", at: Self.now)
        #expect(both.found.isEmpty)
        #expect(try Expander.expand(events: event, at: Self.now, header: "METHOD:PUBLISH").found.count == 1)
    }

    @Test(arguments: [
        ("DURATION:PT8H", "2025-10-26T04:00:00Z"), ("DURATION:P1D", "2025-10-26T21:00:00Z"),
        ("DURATION:P1DT1H", "2025-10-26T22:00:00Z"),
        ("DTEND;TZID=Europe/Berlin:20251026T060000", "2025-10-26T05:00:00Z"),
        ("DURATION:PT5H30M", "2025-10-26T01:30:00Z"), ("DURATION:PT4H30M", "2025-10-26T00:30:00Z"),
    ])
    func `hours pass, and days are those of the clock`(line: String, end: String) throws {
        let result = try Expander.expand(
            start: ";TZID=Europe/Berlin:20251025T220000", line, at: "2025-10-25T00:00:00Z")
        #expect(result.found.map(\.start) == ["2025-10-25T20:00:00Z"])
        #expect(result.found.map(\.end) == [end])
    }

    @Test func `each occurrence of a series lasts as long as the first one`() throws {
        let result = try Expander.expand(
            start: ";TZID=Europe/Berlin:20251024T220000", "DTEND;TZID=Europe/Berlin:20251025T060000",
            "RRULE:FREQ=DAILY;COUNT=2", at: "2025-10-24T00:00:00Z")
        #expect(result.found.map(\.end).sorted() == ["2025-10-25T04:00:00Z", "2025-10-26T04:00:00Z"])
    }
}
