import Records
import Rhythm
import Testing

@Suite(.serialized) struct BatchRhythmTests {
    private static let budget = RequestBudget(interval: .seconds(600))
    private static let day: Duration = .seconds(86_400)
    private static let stations = ["KJFK": "metar-hourly.metar-KJFK", "CYOW": "metar-hourly.metar-CYOW"]

    private let start: UTC
    /// The publications of each station, which publish at other minutes of the hour.
    private let reports: [String: [RecordedPublication]]

    init() throws {
        let start = try #require(RecordedPublication.recorded("metar-hourly.metar-KJFK", days: 1).first)
            .available
        self.start = start
        reports = try Self.stations.mapValues { try RecordedPublication.recorded($0, from: start, days: 6) }
            .mapValues { $0.filter { $0.available >= start } }
    }

    private func replay() throws -> RhythmReplay {
        try RhythmReplay(reports, from: start, settings: "Requests=144/d\nBatch=100")
    }

    /// Returns the delays of a station from the third day on.
    private func score(_ station: String, _ replay: RhythmReplay) -> RehearsalScore {
        RehearsalScore(
            requests: replay.requestsOf[station] ?? [], publications: reports[station] ?? [],
            from: start + Self.day * 2, to: start + Self.day * 6)
    }

    /// Checks the limits of the budget, which all stations share.
    private func checkLimits(_ replay: RhythmReplay) {
        let all = RehearsalScore(
            requests: replay.requests, publications: [], from: start, to: start + Self.day * 6)
        #expect(replay.requests.count <= 6 * 144 + 1)
        #expect(all.worstDay <= Double(Self.budget.mostInADay))
        let pauses = zip(replay.requests.dropFirst(), replay.requests).map(-)
        #expect(pauses.max() ?? .zero <= Self.budget.longestPause + .seconds(2))
    }

    @Test func `the stations of a batch are as fresh as the model, within the budget of one timer`() throws {
        let replay = try replay()
        try replay.run(until: start + Self.day * 6)
        replay.end()

        checkLimits(replay)
        let names = reports.keys.sorted()
        let rehearsal = BatchRehearsal(names.map { reports[$0] ?? [] }, budget: Self.budget)
        let models = rehearsal.model(after: Self.day * 2)
        let timers = rehearsal.timer(after: Self.day * 2)
        for (name, (model, timer)) in zip(names, zip(models, timers)) {
            let found = score(name, replay)
            #expect(found.mean < model.mean + timer.mean / 4, "\(name): \(found.mean) s, not \(model.mean) s")
            #expect(found.mean < timer.mean * 0.75, "\(name): \(found.mean) s, a timer \(timer.mean) s")
        }
    }

    @Test func `a batch keeps its account and what it learned when the daemon is killed`() throws {
        let replay = try replay()
        try replay.run(until: start + Self.day * 3)
        let learned = try replay.runtime(of: "KJFK")["rhythm"] ?? .null
        #expect(learned["learned"] == true)
        try replay.restart(isKilled: true)
        let restored = try replay.runtime(of: "KJFK")["rhythm"] ?? .null
        for name in ["learned", "periodUSec", "requestsPerDay"] { #expect(restored[name] == learned[name]) }
        try replay.run(until: start + Self.day * 6)
        replay.end()

        checkLimits(replay)
        for name in reports.keys { #expect(score(name, replay).mean < 0.75 * 300) }
    }
}
