import Records
import Rhythm

/// The learned rhythms of sources that are fetched together, against a timer with as many requests.
nonisolated enum BatchRhythmBench {
    /// A row of goals: ratios of mean delays, as in `RhythmBench`.
    private struct Row {
        let name: String
        let prefixes: [String]
        let requests: Int
        let median, each, special: Double
    }

    private static let rows = [
        Row(
            name: "two METARs", prefixes: ["metar-hourly.metar-KJFK", "metar-hourly.metar-CYOW"],
            requests: 144, median: 0.4, each: 0.5, special: 1.25),
        Row(
            name: "eight METARs", prefixes: ["metar-hourly."], requests: 144, median: 0.4, each: 0.5,
            special: 1.25),
        Row(
            name: "METARs and earthquakes",
            prefixes: ["metar-hourly.metar-KJFK", "metar-hourly.metar-CYOW", "memoryless."],
            requests: 144, median: 0.5, each: 1.05, special: 1.25),
        Row(name: "six TAFs", prefixes: ["taf."], requests: 96, median: 0.75, each: 1.05, special: 1.25),
        Row(name: "six TAFs", prefixes: ["taf."], requests: 24, median: 0.75, each: 1.05, special: 1.25),
    ]

    /// Runs the benchmark on recorded times.
    static func run(_ sources: [RhythmBench.Recorded]) {
        for row in rows {
            judge(row, sources.filter { source in row.prefixes.contains { source.name.hasPrefix($0) } })
        }
    }

    /// Adds the batches to a benchmark of decisions. The batch of 256 sources holds copies of recorded ones.
    static func add(_ sources: [RhythmBench.Recorded], to bench: inout RhythmCostBench) {
        for row in rows {
            let members = sources.filter { source in row.prefixes.contains { source.name.hasPrefix($0) } }
            bench.addBatch(row.name, together(members.map(\.times)), requests: row.requests)
        }
        let members = together(sources.filter { $0.name.hasPrefix("metar-hourly.") }.map(\.times))
        let many = (0..<256).map { members[$0 % members.count] }
        bench.addBatch("256 METARs", many, requests: 144)
    }

    private static func judge(_ row: Row, _ sources: [RhythmBench.Recorded]) {
        guard let budget = RequestBudget(requestsPerDay: row.requests) else { return }
        let rehearsal = BatchRehearsal(together(sources.map(\.times)), budget: budget)
        let models = rehearsal.model()
        let timers = rehearsal.timer()
        let name = "batch of \(row.name) \(row.requests)/d"
        let ratios = zip(models, timers).map { $0.mean / $1.mean }
        for (source, ratio) in zip(sources, ratios) {
            print("\(name): \(source.name) \(Measure.short(ratio))")
        }
        let special = zip(models, timers).compactMap { model, timer in
            model.special.flatMap { special in timer.special.map { special / $0 } }
        }
        let sorted = ratios.sorted()
        let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        Measure.goal("\(name) median", middle, limit: row.median)
        Measure.goal("\(name) worst source", sorted.last ?? 0, limit: row.each)
        Measure.goal("\(name) special reports", special.max() ?? 0, limit: row.special)
        let requests = models.map(\.requestsPerDay).max() ?? 0
        Measure.goal("\(name) requests of the budget", requests / Double(row.requests), limit: 1)
        let day = models.map(\.worstDay).max() ?? 0
        Measure.goal("\(name) requests in 24 hours", day / Double(row.requests), limit: 1.25)
    }

    /// Moves records of other times by whole weeks, so that all of them begin in one week.
    private static func together(_ all: [[RecordedPublication]]) -> [[RecordedPublication]] {
        let week: Int64 = 7 * 86_400
        let begins = all.compactMap(\.first?.available.seconds)
        guard let latest = begins.max(), begins.count == all.count else { return [] }
        return zip(all, begins).map { times, begin in
            let shift: Duration = .seconds((latest - begin) / week * week)
            return times.map {
                RecordedPublication(
                    published: $0.published + shift, available: $0.available + shift,
                    isSpecial: $0.isSpecial)
            }
        }
    }
}
