import AlmanacValues
import Records
import Showing
import Testing

@Suite struct RhythmTextTests {
    private let paper = Paper(width: 160, now: Golden.now)

    /// Returns the row of the page of a source with this rhythm.
    private func row(_ rhythm: String, on paper: Paper) -> String {
        let source = Samples.source(
            #"{"name": "metar@KPWM"}"#,
            """
            {"health": "fresh", "records": 1, "rejected": 0, "generation": 1,
             "nextUSec": \(Samples.at(14, 54) + 10_000_000), "rhythm": \(rhythm)}
            """)
        let lines = SourcePage(source).lines(on: paper).map(\.plain)
        let line = lines.first { $0.hasPrefix("Rhythm") } ?? ""
        return String(line.dropFirst("Rhythm".count).drop { $0 == " " })
    }

    @Test func `a page says when a source publishes, how often it is polled and how soon it is seen`() {
        let rhythm = """
            {"learned": true, "periodUSec": 3600000000, "phaseUSec": 3060000000, "lagUSec": 185000000,
             "requestsPerDay": 74.0, "averageDelayUSec": 40000000}
            """
        #expect(
            row(rhythm, on: paper)
                == "publishes about 3 min after :51; polled 74 times a day, "
                + "seen 40 s after publication on average")
    }

    @Test(arguments: [
        (1800, 1200, "at about :20 and :50"), (3600, 300, "at about :05"),
        (10_800, 3060, "at about 12:51Z, every 3 h"),
        (86_400, 52_200, "at about 14:30Z"), (604_800, 138_600, "at about Tue 14:30Z"),
    ])
    func `a time of publication is one of its period`(_ period: Int, _ phase: Int, _ text: String) {
        let rhythm = """
            {"learned": true, "periodUSec": \(period)000000, "phaseUSec": \(phase)000000, "requestsPerDay": 6}
            """
        #expect(
            row(rhythm, on: paper) == "publishes \(text); polled 6 times a day")
    }

    @Test func `times are in the zone of the user`() {
        let paper = Paper(width: 160, now: Golden.now, zone: Zone { _ in 19_800 })
        let rhythm = """
            {"learned": true, "periodUSec": 3600000000, "phaseUSec": 3060000000, "requestsPerDay": 1}
            """
        #expect(
            row(rhythm, on: paper)
                == "publishes at about :21 +0530; polled once a day")
    }

    @Test func `numbers that no rhythm has are left out`() {
        let rhythm = """
            {"learned": true, "periodUSec": 9000000000000000000, "phaseUSec": -9000000000000000000,
             "lagUSec": 9000000000000000000, "requestsPerDay": 1e300, "averageDelayUSec": -1}
            """
        #expect(row(rhythm, on: paper) == "no rhythm learned; polled 86400 times a day")
    }

    @Test func `without a rhythm, a page says so`() {
        let rhythm = #"{"learned": false, "requestsPerDay": 0.4}"#
        #expect(row(rhythm, on: paper) == "no rhythm learned; polled 0.4 times a day")
        #expect(row("null", on: paper).isEmpty)
    }

    @Test func `the live screen has a column for rhythms if any is learned`() {
        let rhythm = """
            {"learned": true, "periodUSec": 3600000000, "phaseUSec": 3060000000, "lagUSec": 185000000,
             "requestsPerDay": 74}
            """
        let source = Samples.source(
            #"{"name": "metar@KPWM"}"#,
            #"{"health": "fresh", "records": 1, "rejected": 0, "generation": 1, "rhythm": \#(rhythm)}"#)
        let page = TopPage(TopPage.Content([source]), height: 10).lines(on: paper).map(\.plain)
        #expect(page.contains { $0.contains("RHYTHM") })
        #expect(page.contains { $0.contains(":51 +3 min") })
        let others = TopPage(TopPage.Content(Samples.all), height: 10).lines(on: paper).map(\.plain)
        #expect(!others.contains { $0.contains("RHYTHM") })
    }
}
