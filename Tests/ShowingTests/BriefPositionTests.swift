import AlmanacValues
import Records
import Showing
import Testing

/// Airports that the table of stations lacks.
@Suite struct BriefPositionTests {
    private static let sources = [
        BriefTests.source("metar@ZZZZ", "metar"), BriefTests.source("winds@us", "winds"),
    ]
    private static let report = BriefTests.record(
        "metar@ZZZZ", "ZZZZ", #"{"station": "ZZZZ", "type": "METAR", "time": "2026-11-20T13:51:00Z"}"#,
        (43.4, -70.3))

    /// Returns the lines of a briefing from such an airport to Portland.
    private static func lines(_ items: [Item]) -> [String] {
        let brief = BriefTests.brief(["ZZZZ", "KPWM"], sources, items)
        return brief.lines(on: Paper(width: 300, now: BriefTests.now)).map(\.plain)
    }

    @Test func `an airport that the table lacks is where its report says it is`() {
        let lines = Self.lines([Self.report, BriefTests.winds])
        #expect(!lines.contains { $0.contains("is not known") })
        #expect(lines[1].hasPrefix("ZZZZ–KPWM 15 NM"), "\(lines[1])")
        let own = lines.drop { $0 != "ZZZZ" && !$0.hasPrefix("ZZZZ ") }.prefix { !$0.isEmpty }
        #expect(own.contains { $0.contains("sunrise") })
        #expect(own.contains { $0.contains("of PWM") })
    }

    @Test func `without a report, its position is unknown`() {
        let lines = Self.lines([BriefTests.winds])
        #expect(lines.contains { $0.contains("the position of ZZZZ is not known") })
    }
}
