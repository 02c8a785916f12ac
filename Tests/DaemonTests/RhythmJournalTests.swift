import Glibc
import Records
import Rhythm
import Systemd
import Testing

@Suite(.serialized) struct RhythmJournalTests {
    @Test func `the journal has each planned attempt at level debug, with the learned period`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                Journal.minimum = .debug
                let reports = try RecordedPublication.recorded("metar-hourly.metar-KJFK", days: 2)
                let start = try #require(reports.first).available
                let replay = try RhythmReplay(["KJFK": reports], from: start, settings: "Requests=144/d")
                try replay.run(until: start + .seconds(2 * 86_400))
                replay.end()
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        let plans = lines.filter { $0.contains("metar@KJFK: the next attempt is at ") }
        #expect(plans.count > 200)
        #expect(plans.first?.hasSuffix("; no period is learned") == true)
        #expect(plans.last?.hasSuffix("; its upstream publishes every 3600.0 seconds") == true)
    }
}
