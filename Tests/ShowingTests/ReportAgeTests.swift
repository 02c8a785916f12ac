import AlmanacValues
import Records
import Showing
import Testing

/// The age of reports whose time is unknown, and reports beside a newer one that is missing.
@Suite struct ReportAgeTests {
    private static let now = UTC(iso8601: "2026-11-28T16:40:00Z") ?? Golden.now

    private static func item(_ members: String, at time: String = "2026-11-28T16:00:00Z") -> Item {
        let changed = UTC(iso8601: time)?.microseconds ?? 0
        return Samples.item(
            """
            {"source": "metar@KAAH", "key": "KAAH", "generation": 1, "realtimeUSec": \(changed),
             "data": {"station": "KAAH", \(members)}}
            """)
    }

    private static func text(_ page: any Showable) -> String { Paper(width: 200, now: now).text(page) }

    @Test(arguments: [
        (#""received": "2026-11-28T16:00:00Z""#, false), (#""received": "2026-11-28T13:00:00Z""#, true),
        (#""time": "2026-11-28T16:00:00Z""#, false), (#""time": "2026-11-28T13:00:00Z""#, true),
    ])
    func `a report expires by its time or, without one, by that of its first reception`(
        members: String, isExpired: Bool
    ) {
        // The record has changed since, such as after an upgrade of the decoder.
        let item = Self.item(#""raw": "METAR KAAH 202400Z", "flightRules": "VFR", \#(members)"#)
        for text in [Self.text(ReportPage(item)), Self.text(ReportTable([item]))] {
            #expect(text.contains("expired") == isExpired, "\(text)")
            #expect(text.contains("unknown") == members.contains("received"), "\(text)")
        }
    }

    @Test(arguments: [("2026-11-27T12:00:00Z", false), ("2026-11-27T10:00:00Z", true)])
    func `a forecast without a time is over once the longest validity would be`(
        received: String, isOver: Bool
    ) {
        let item = Self.item(#""raw": "TAF KAAH", "type": "TAF", "received": "\#(received)""#)
        #expect(Self.text(ForecastPage(item)).contains("expired") == isOver)
    }

    @Test func `a report beside a newer one that is missing says so`() {
        let item = Self.item(
            #""raw": "METAR KAAH 281630Z", "type": "METAR", "time": "2026-11-28T16:30:00Z", "#
                + #""missing": "2026-11-28T16:35:00Z""#)
        #expect(Self.text(ReportPage(item)).contains("the newest report (16:35Z) is missing (NIL)"))
        #expect(Self.text(ReportPage(item)).contains("16:30Z, 10 min ago"))
        #expect(Self.text(ReportTable([item])).contains("16:30Z newest missing"))

        let forecast = Self.item(
            #""raw": "TAF KAAH 281130Z", "type": "TAF", "missing": "2026-11-28T16:35:00Z""#)
        #expect(Self.text(ForecastPage(forecast)).contains("the newest forecast (16:35Z) is missing (NIL)"))
    }

    @Test func `the change of a report to which a newer one is missing says so`() throws {
        let event = try #require(
            Event(
                [
                    "event": "changed", "cursor": "a:1", "realtimeUSec": .int(Self.now.microseconds),
                    "source": "metar@KAAH", "key": "KAAH", "patch": ["missing": "2026-11-28T16:35:00Z"],
                    "previous": ["missing": .null],
                    "data": [
                        "station": "KAAH", "raw": "METAR KAAH 281630Z", "type": "METAR",
                        "time": "2026-11-28T16:30:00Z", "missing": "2026-11-28T16:35:00Z",
                    ],
                ]))
        #expect(Self.text(ChangeLine(event)).hasSuffix("KAAH the newest report (16:35Z) is missing (NIL)\n"))
    }

    @Test func `the list of sources states that the age of a report is unknown`() throws {
        let note = "the time of the report of KAAH cannot be read: its age is unknown"
        let source = try #require(
            Source([
                "context": ["name": "metar@KAAH", "kind": "metar"],
                "runtime": [
                    "health": "fresh", "records": 1, "rejected": 0, "generation": 1, "notes": [.string(note)],
                ],
            ]))
        #expect(Self.text(SourceList([source])).contains(note))
    }
}
