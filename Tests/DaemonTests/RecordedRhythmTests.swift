import Records
import Rhythm
import Testing

/// The daemon beside the model alone and a timer, with recorded publications of all classes.
@Suite(.serialized) struct RecordedRhythmTests {
    /// A source, its budget, and the days to replay.
    private nonisolated struct Case: CustomStringConvertible, Sendable {
        /// The file in the corpus of `RhythmTests`.
        let file: String
        let style: RecordedUpstream.Style
        let requestsPerDay: Int
        /// The days of the record that are left out first, those that follow, and those of them that are not
        /// scored.
        var skipped = 0
        let days: Int
        let learning: Int
        /// The largest delay as a share of a timer's.
        let most: Double

        var description: String { "\(file) at \(requestsPerDay)/d" }
        /// The instance: `metar-hourly.metar-KJFK` is of `KJFK`.
        var name: String {
            let source = file.drop { $0 != "." }
            return String(source.drop { $0 != "-" }.dropFirst())
        }
    }

    private nonisolated static let cases = [
        Case(
            file: "metar-hourly.metar-KJFK", style: .metar, requestsPerDay: 288, days: 4, learning: 2,
            most: 0.4),
        Case(
            file: "metar-hourly.metar-KJFK", style: .metar, requestsPerDay: 144, days: 5, learning: 2,
            most: 0.35),
        Case(
            file: "metar-hourly.metar-KJFK", style: .metar, requestsPerDay: 72, days: 8, learning: 4,
            most: 0.4),
        Case(
            file: "metar-halfhourly.metar-LEBL", style: .metar, requestsPerDay: 288, days: 4, learning: 2,
            most: 0.25),
        Case(
            file: "metar-halfhourly.metar-LEBL", style: .metar, requestsPerDay: 144, days: 4, learning: 2,
            most: 0.18),
        Case(file: "taf.taf-LFOT", style: .taf, requestsPerDay: 96, days: 7, learning: 2, most: 0.4),
        Case(file: "taf.taf-LPPT", style: .taf, requestsPerDay: 24, days: 20, learning: 8, most: 0.4),
        Case(
            file: "dataset.data-pcm-dpc-daily", style: .table, requestsPerDay: 24, skipped: 200, days: 24,
            learning: 5, most: 0.6),
        Case(
            file: "dataset.data-pcm-dpc-daily", style: .table, requestsPerDay: 6, skipped: 200, days: 70,
            learning: 15, most: 0.4),
        Case(
            file: "feed-busy.commits-weather-gov", style: .commits, requestsPerDay: 24, days: 20, learning: 4,
            most: 1),
        Case(
            file: "feed-quiet.commits-GRDB", style: .entries, requestsPerDay: 24, days: 25, learning: 4,
            most: 1.05),
    ]

    @Test(arguments: cases)
    private func `the daemon requests when the model alone would, and is as fresh`(_ one: Case) throws {
        let publications = try RecordedPublication.recorded(one.file, skipping: one.skipped, days: one.days)
        let start = try #require(publications.first).available
        let budget = try #require(RequestBudget(requestsPerDay: one.requestsPerDay))
        let replay = try RhythmReplay(
            [one.name: publications], as: one.style, from: start, settings: "Requests=\(one.requestsPerDay)/d"
        )
        try replay.run(until: start + .seconds(Int64(one.days) * 86_400))
        replay.end()

        checkLimits(replay.requests, budget, days: one.days)
        let strays = strays(of: replay.requests, among: publications, one.style, budget)
        // A plan may have two moments of nearly equal worth, between which milliseconds decide.
        #expect(strays.count <= replay.requests.count / 5, "\(strays.prefix(9)) of \(replay.requests.count)")

        let rehearsal = Rehearsal(publications, budget: budget)
        let begin = start + .seconds(Int64(one.learning) * 86_400)
        let end = try #require(publications.last).available
        let found = RehearsalScore(
            requests: replay.requests, publications: publications, from: begin, to: end)
        let model = try #require(rehearsal.model(after: begin - start))
        let timer = try #require(rehearsal.timer(after: begin - start))
        #expect(found.count > 15)
        // The model's delay is the average of eight runs, around which single runs scatter.
        #expect(found.mean < model.mean + timer.mean / 7, "\(found.mean) s, not \(model.mean) s")
        #expect(found.mean < timer.mean * one.most, "\(found.mean) s, a timer \(timer.mean) s")
    }

    /// Checks the limits of a budget.
    private func checkLimits(_ requests: [UTC], _ budget: RequestBudget, days: Int) {
        let pauses = zip(requests.dropFirst(), requests).map(-)
        #expect(pauses.max() ?? .zero <= budget.longestPause + .seconds(2))
        #expect(Double(requests.count) <= Double(days) * budget.requestsPerDay + 1)
        guard let first = requests.first, let last = requests.last else { return }
        let score = RehearsalScore(requests: requests, publications: [], from: first, to: last)
        #expect(score.worstDay <= Double(budget.mostInADay))
    }

    /// Returns how much later or earlier requests are than the model plans after the same answers, of those
    /// that are later by more than the spread of attempts, or earlier.
    private func strays(
        of requests: [UTC], among publications: [RecordedPublication], _ style: RecordedUpstream.Style,
        _ budget: RequestBudget
    ) -> [Duration] {
        var model = SourceRhythm(budget: budget)
        var rest = publications[...]
        return zip(requests, requests.dropFirst()).compactMap { request, next in
            let found = rest.prefix { $0.available <= request }
            rest = rest.dropFirst(found.count)
            // A feed states all that is new, other documents state only the latest.
            let stamps = found.suffix(style.kind == "feed" ? 8 : 1).map(\.published)
            model.record(found.isEmpty ? .unchanged : .published(stamps: stamps), at: request)
            let planned = model.nextAttempt(after: request, notBefore: request)
            let (short, long) = (budget.interval / 100, budget.interval / 10)
            let isLearned = model.summary(at: request).isLearned
            let spread = isLearned ? min(short, .seconds(5)) : min(long, .seconds(60))
            let isPlanned = (planned - .seconds(1)...planned + spread + .seconds(1)).contains(next)
            return isPlanned ? nil : next - planned
        }
    }
}
