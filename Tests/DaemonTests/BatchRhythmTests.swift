import Records
import Rhythm
import Testing

@Suite(.serialized) struct BatchRhythmTests {
    private static let interval: Duration = .seconds(600)
    private static let day: Duration = .seconds(86_400)
    private static let files = [
        "KJFK": "hourly.metar-KJFK", "CYOW": "hourly.metar-CYOW",
    ]

    /// The stations publish at other minutes: each is about as fresh as if it had half of the budget for itself,
    /// and always fresher than with a timer.
    @Test func `the stations of a batch share the budget of one timer`() throws {
        let stations = ["KJFK", "CYOW"]
        let start = try #require(RecordedPublication.recorded("hourly.metar-KJFK", days: 1).first).available
        var reports: [String: [RecordedPublication]] = [:]
        for station in stations {
            reports[station] = try RecordedPublication.recorded(
                Self.files[station] ?? "", from: start, days: 5)
        }
        let replay = try RhythmReplay(reports, from: start, settings: "Requests=144/d\nBatch=100")
        try replay.run(until: start + Self.day * 5)
        replay.end()

        for (station, publications) in reports {
            let later = publications.filter { $0.available >= start }
            let share = RequestBudget(interval: Self.interval * stations.count)
            let alone = try #require(Rehearsal(later, budget: share).model(after: Self.day * 2))
            let whole = RequestBudget(interval: Self.interval)
            let timer = try #require(Rehearsal(later, budget: whole).timer(after: Self.day * 2))
            let found = RehearsalScore(
                requests: replay.requestsOf[station] ?? [], publications: later,
                from: start + Self.day * 2, to: start + Self.day * 5)
            // The requests are spread at random, which shifts whole plans: runs of three days differ by a factor.
            let most = alone.mean + timer.mean / 2
            #expect(found.mean < most, "\(station): \(found.mean) s, not \(alone.mean) s")
            #expect(found.mean < timer.mean * 0.9, "\(station): \(found.mean) s, a timer \(timer.mean) s")
        }
        let all = RehearsalScore(
            requests: replay.requests, publications: [], from: start, to: start + Self.day * 5)
        #expect(replay.requests.count <= 5 * 144 + 36)
        #expect(all.worstDay <= 180)
        let pauses = zip(replay.requests.dropFirst(), replay.requests).map(-)
        #expect(pauses.max() ?? .zero <= Self.interval * 4 + .seconds(2))
    }
}
