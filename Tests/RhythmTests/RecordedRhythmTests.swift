import Records
import Rhythm
import Testing

/// The learned rhythm against a timer with equal requests, on recorded times.
@Suite struct RecordedRhythmTests {
    /// A class of sources, or sources that are fetched together.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let requests: Int
        /// The greatest median of the mean delays, and the greatest of a source with at least 300
        /// publications.
        let median, each: Double
        /// That of the mean delays of special reports; `nil` without any.
        var special: Double?
        /// That of the 95th percentile; `nil` if it is not compared.
        var percentile95: Double?
        /// The beginnings of the names of sources that are fetched together; `nil` if each is fetched alone.
        var batch: [String]?

        var testDescription: String { "\(name) \(requests)/d" }
    }

    private static let rows = [
        Row(name: "metar-hourly", requests: 288, median: 0.33, each: 0.4, special: 1.25),
        Row(name: "metar-hourly", requests: 144, median: 0.25, each: 0.4, special: 1.25),
        Row(name: "metar-hourly", requests: 72, median: 0.32, each: 0.4, special: 1.25),
        Row(name: "metar-halfhourly", requests: 288, median: 0.25, each: 0.3),
        Row(name: "metar-halfhourly", requests: 144, median: 0.18, each: 0.3),
        Row(name: "taf", requests: 96, median: 0.4, each: 1.05),
        Row(name: "taf", requests: 24, median: 0.5, each: 1.05),
        Row(name: "dataset", requests: 24, median: 0.6, each: 1.05),
        Row(name: "dataset", requests: 6, median: 0.4, each: 1.05),
        Row(name: "feed-busy", requests: 24, median: 0.95, each: 1.05, percentile95: 1.1),
        Row(name: "feed-quiet", requests: 24, median: 1, each: 1.05, percentile95: 1.1),
        Row(name: "memoryless", requests: 144, median: 1.05, each: 1.05),
        Row(name: "memoryless", requests: 24, median: 1.05, each: 1.05),
    ]

    private static let batches = [
        Row(
            name: "two METARs", requests: 144, median: 0.4, each: 0.5, special: 1.25,
            batch: ["metar-hourly.metar-KJFK", "metar-hourly.metar-CYOW"]),
        Row(
            name: "eight METARs", requests: 144, median: 0.4, each: 0.5, special: 1.25,
            batch: ["metar-hourly."]),
        Row(
            name: "METARs and earthquakes", requests: 144, median: 0.5, each: 1.05, special: 1.25,
            batch: ["metar-hourly.metar-KJFK", "metar-hourly.metar-CYOW", "memoryless."]),
        Row(name: "six TAFs", requests: 96, median: 0.75, each: 1.05, special: 1.25, batch: ["taf."]),
        Row(name: "six TAFs", requests: 24, median: 0.75, each: 1.05, special: 1.25, batch: ["taf."]),
    ]

    @Test(arguments: rows)
    func `a source that is fetched alone is fresher than with a timer`(row: Row) throws {
        let budget = try #require(RequestBudget(requestsPerDay: row.requests))
        let pairs = try Publications.recorded(["\(row.name)."]).map { times in
            let rehearsal = Rehearsal(times, budget: budget)
            return (model: try #require(rehearsal.model()), timer: try #require(rehearsal.timer()))
        }
        expect(pairs, row)
        for pair in pairs {
            #expect(pair.model.requestsPerDay <= pair.timer.requestsPerDay)
            let limit = pair.timer.count < 300 ? 1.25 : row.percentile95 ?? .infinity
            if row.percentile95 != nil { #expect(pair.model.percentile95 <= pair.timer.percentile95 * limit) }
        }
    }

    @Test(arguments: batches)
    func `sources that are fetched together are fresher than with a timer`(row: Row) throws {
        let budget = try #require(RequestBudget(requestsPerDay: row.requests))
        let rehearsal = BatchRehearsal(together(try Publications.recorded(row.batch ?? [])), budget: budget)
        let pairs = zip(rehearsal.model(), rehearsal.timer()).map { (model: $0, timer: $1) }
        expect(pairs, row)
        for pair in pairs { #expect(pair.model.requestsPerDay <= Double(row.requests)) }
    }

    private func expect(_ pairs: [(model: RehearsalScore, timer: RehearsalScore)], _ row: Row) {
        let ratios = pairs.map { $0.model.mean / $0.timer.mean }.sorted()
        #expect((ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2 <= row.median)
        for (model, timer) in pairs {
            // Few publications scatter more.
            let limit = row.batch == nil && timer.count < 300 ? 1.25 : row.each
            #expect(model.mean <= timer.mean * limit)
            #expect(model.worstDay <= Double(row.requests) * 1.25)
            if let limit = row.special, let special = model.special, let other = timer.special {
                #expect(special <= other * limit)
            }
        }
    }

    /// Moves records of other times by whole weeks, so that all of them begin in one week.
    private func together(_ all: [[RecordedPublication]]) -> [[RecordedPublication]] {
        let week: Int64 = 7 * 86_400
        let begins = all.compactMap(\.first?.available.seconds)
        guard let latest = begins.max(), begins.count == all.count else { return [] }
        return zip(all, begins).map { times, begin in
            let shift: Duration = .seconds((latest - begin) / week * week)
            return times.map {
                RecordedPublication(
                    published: $0.published + shift, available: $0.available + shift, isSpecial: $0.isSpecial)
            }
        }
    }
}
