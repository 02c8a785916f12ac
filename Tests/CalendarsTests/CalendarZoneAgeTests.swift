import Testing

/// Calendars that need a newer tz database than that of the machine.
@Suite struct CalendarZoneAgeTests {
    /// Expands an event at nine o'clock in a zone, with a definition of it.
    private func expand(
        _ zone: String, _ definition: String = "", on day: String, edition: Int = 202_502
    ) throws -> Expander.Result {
        let lines = definition.isEmpty ? "" : "BEGIN:VTIMEZONE\nTZID:\(zone)\n\(definition)END:VTIMEZONE\n"
        return try Expander.expand(
            events: "\(lines)BEGIN:VEVENT\nUID:a\nDTSTART;TZID=\(zone):\(day)T090000\nEND:VEVENT",
            at: "2026-11-28T00:00:00Z", edition: edition)
    }

    private static func period(
        _ kind: String, _ start: String, _ from: String, _ to: String, _ rule: String = ""
    ) -> String {
        let rule = rule.isEmpty ? "" : "RRULE:\(rule)\n"
        return "BEGIN:\(kind)\nDTSTART:\(start)\n\(rule)TZOFFSETFROM:\(from)\nTZOFFSETTO:\(to)\nEND:\(kind)\n"
    }

    private static let summer = period(
        "DAYLIGHT", "20070311T020000", "-0800", "-0700",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;UNTIL=20260308T100000Z")
    private static let winter = period(
        "STANDARD", "20071104T020000", "-0700", "-0800",
        "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU;UNTIL=20251102T090000Z")

    @Test(arguments: [
        summer + winter + period("STANDARD", "20261101T020000", "-0700", "-0700"),
        period("STANDARD", "20260309T000000", "-0700", "-0700"),
    ])
    func `a definition that is newer than the tz database counts after its release, with a remark`(
        definition: String
    ) throws {
        let result = try expand("America/Vancouver", definition, on: "20261201")
        #expect(result.starts == ["2026-12-01T16:00:00Z"])
        #expect(result.faults.count == 1)
        #expect(result.faults.first?.hasSuffix("of this machine is older") == true)
    }

    @Test func `a definition that was never the zone of its name counts at all times`() throws {
        let result = try expand(
            "America/Vancouver", Self.period("STANDARD", "19700101T000000", "-0700", "-0700"), on: "20261201")
        #expect(result.starts == ["2026-12-01T16:00:00Z"])
    }

    @Test func `a definition of once gives way to the tz database without a remark`() throws {
        let old =
            Self.period("STANDARD", "20001029T020000", "-0400", "-0500", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU")
            + Self.period("DAYLIGHT", "20000402T020000", "-0500", "-0400", "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU")
        let result = try expand("America/New_York", old, on: "20270120")
        #expect(result.starts == ["2027-01-20T14:00:00Z"])
        #expect(result.faults.isEmpty)
    }

    @Test func `nothing is newer than a tz database whose version is unknown`() throws {
        let result = try expand(
            "America/Vancouver", Self.period("STANDARD", "20260309T000000", "-0700", "-0700"), on: "20261201",
            edition: 0)
        #expect(result.starts == ["2026-12-01T17:00:00Z"])
        #expect(result.faults.isEmpty)
    }

    @Test(arguments: [
        ("America/Vancouver", "2026b"), ("Canada/Pacific", "2026b"), ("Alberta Standard Time", "2026c"),
        ("Africa/Casablanca", "2026c"), ("America/Winnipeg", "2026e"),
    ])
    func `a zone whose rules changed since is reported`(zone: String, edition: String) throws {
        let old = try expand(zone, on: "20261201")
        let reason = "has other rules since \(edition) of the tz database; that of this machine is older"
        #expect(old.faults == ["TZID \(reason)"])
        #expect(try expand(zone, on: "20261201", edition: 202_606).faults.isEmpty)
        #expect(try expand(zone, on: "20261201", edition: 0).faults.isEmpty)
    }
}
