import Records
import Testing

@Suite struct TimeZoneRuleTests {
    /// Returns a file that consists of a rule only.
    private func zone(_ rule: String) throws(TimeZoneError) -> TimeZoneFile {
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        let counts = [UInt8](repeating: 0, count: 19) + [1] + [0, 0, 0, 4]
        let part = header + counts + [UInt8](repeating: 0, count: 6) + Array("XXX\0".utf8)
        return try TimeZoneFile(part + part + Array("\n\(rule)\n".utf8))
    }

    private func shown(_ rule: String, _ moment: String) throws -> String {
        let moment = try #require(UTC(iso8601: moment))
        let zone = try zone(rule)
        return "\(zone.abbreviation(at: moment)) \(zone.offset(at: moment))"
    }

    @Test(arguments: [
        ("UTC0", "2026-07-01T00:00:00Z", "UTC 0"),
        ("IST-5:30", "2026-07-01T00:00:00Z", "IST 19800"),
        ("<+0545>-5:45", "2026-07-01T00:00:00Z", "+0545 20700"),
        ("LMT+0:53:28", "2026-07-01T00:00:00Z", "LMT -3208"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", "EST -18000"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", "EDT -14400"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", "EDT -14400"),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", "EST -18000"),
    ])
    func `a rule gives the local time`(rule: String, moment: String, expected: String) throws {
        #expect(try shown(rule, moment) == expected)
    }

    @Test(arguments: [
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", "+11 39600"),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-06-01T00:00:00Z", "+1030 37800"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", "GMT 0"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-06-01T00:00:00Z", "IST 3600"),
    ])
    func `daylight saving time may span the new year, and may be behind standard time`(
        rule: String, moment: String, expected: String
    ) throws {
        #expect(try shown(rule, moment) == expected)
    }

    @Test(arguments: [
        // The last Sunday of March is the 29th: 22:00 on Saturday there is 01:00 UTC on Sunday.
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-03-29T00:59:59Z", "-03 -10800"),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "2026-03-29T01:00:00Z", "-02 -7200"),
        // Fifty hours after the fourth Thursday of April begins: 02:00 on Saturday.
        ("EET-2EEST,M4.4.4/50,M10.4.4/50", "2026-04-24T23:59:59Z", "EET 7200"),
        ("EET-2EEST,M4.4.4/50,M10.4.4/50", "2026-04-25T00:00:00Z", "EEST 10800"),
        // Moved out of the year in which their days are.
        ("AAA0BBB,0/-24,180", "2025-12-31T00:00:00Z", "BBB 3600"),
        ("AAA0BBB,100,J365/167", "2026-01-06T21:59:59Z", "BBB 3600"),
        ("AAA0BBB,100,J365/167", "2026-01-06T22:00:00Z", "AAA 0"),
    ])
    func `a change may be on another day than the one that it names`(
        rule: String, moment: String, expected: String
    ) throws {
        #expect(try shown(rule, moment) == expected)
    }

    @Test(arguments: [
        ("AAA0BBB,J60/0,J300", "2024-02-29T23:59:59Z", "AAA 0"),
        ("AAA0BBB,J60/0,J300", "2024-03-01T00:00:00Z", "BBB 3600"),
        ("AAA0BBB,J60/0,J300", "2026-03-01T00:00:00Z", "BBB 3600"),
        ("AAA0BBB,59/0,300", "2024-02-29T00:00:00Z", "BBB 3600"),
        ("AAA0BBB,59/0,300", "2026-02-28T23:59:59Z", "AAA 0"),
        ("AAA0BBB,59/0,300", "2026-03-01T00:00:00Z", "BBB 3600"),
    ])
    func `days are counted with the leap day or without`(
        rule: String, moment: String, expected: String
    ) throws {
        #expect(try shown(rule, moment) == expected)
    }

    @Test(arguments: [
        "2025-12-31T23:59:59Z", "2026-01-01T03:00:00Z", "2026-07-01T00:00:00Z", "2027-01-01T02:59:59Z",
    ])
    func `daylight saving time may last all year`(moment: String) throws {
        #expect(try shown("XXX3EDT4,0/0,J365/23", moment) == "EDT -14400")
    }

    @Test(arguments: [
        "X", "AB3", "UTC", "UTC25", "UTC0:60", "<UTC0", "EST5EDT", "EST5EDT,M3.2.0",
        "EST5EDT,M3.2.0,M11.1.0,",
        "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J5",
        "EST5EDT,366,5", "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/,M11.1.0", "EST5EDT,1000,5", "é5",
    ])
    func `a malformed rule is refused`(rule: String) {
        #expect(throws: TimeZoneError.self) { try zone(rule) }
    }
}
