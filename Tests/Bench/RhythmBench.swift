import CCosts
import Records
import Rhythm

/// `bench rhythm`: what a decision costs, for each class of recorded sources and for batches. How much sooner
/// they are fetched than by a timer is computed, not measured: `RecordedRhythmTests`.
enum RhythmBench {
    /// The beginnings of the names of sources, the requests a day, and whether they are fetched together.
    private static let rows: [(names: [String], requests: [Int], isBatch: Bool)] = [
        (["metar-hourly."], [288, 144, 72], false), (["metar-halfhourly."], [288, 144], false),
        (["taf."], [96, 24], false), (["dataset."], [24, 6], false), (["feed-busy."], [24], false),
        (["feed-quiet."], [24], false), (["memoryless."], [144, 24], false), (["metar-hourly."], [144], true),
        (["metar-hourly.metar-KJFK", "metar-hourly.metar-CYOW", "memoryless."], [144], true),
        (["taf."], [96, 24], true),
    ]

    /// Runs the benchmark.
    ///
    /// - Throws: An error if the corpus is missing.
    static func run() throws {
        let folder = BenchFiles.root + "Tests/RhythmTests/Corpus/"
        let names = try BenchFiles.names(folder).filter { $0.hasSuffix(".csv") }.sorted()
        func recorded(_ beginnings: [String]) throws -> [[RecordedPublication]] {
            try names.filter { name in beginnings.contains { name.hasPrefix($0) } }.map { name in
                try RecordedPublication.read(try BenchFiles.bytes(folder + name), usesAvailability: true)
            }
        }
        for row in rows {
            let title = (row.isBatch ? "batch of " : "") + row.names.joined(separator: ", ")
            for requests in row.requests {
                try compare("\(title) \(requests)/d", requests, try recorded(row.names), isBatch: row.isBatch)
            }
        }
        let members = try recorded(["metar-hourly."])
        let many = (0..<256).map { members[$0 % members.count] }
        try compare("batch of 256 METARs 144/d", 144, many, isBatch: true)
    }

    /// Moves records of other times by whole weeks, so that all of them begin in one week.
    private static func together(_ all: [[RecordedPublication]]) -> [[RecordedPublication]] {
        let week: Int64 = 7 * 86_400
        let latest = all.compactMap(\.first?.available.seconds).max() ?? 0
        return all.map { times in
            let shift: Duration = .seconds(
                (latest - (times.first?.available.seconds ?? latest)) / week * week)
            return times.map {
                RecordedPublication(
                    published: $0.published + shift, available: $0.available + shift, isSpecial: $0.isSpecial)
            }
        }
    }

    /// Measures the instructions and the allocations of decisions: each notes the result of an attempt, from
    /// which the models of all periods learn, and returns the moment of the next one. Sources of a batch
    /// share their requests.
    private static func compare(
        _ name: String, _ requests: Int, _ times: [[RecordedPublication]], isBatch: Bool
    ) throws {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        let sources = (isBatch ? together(times) : times).map { Replay($0, budget) }
        func decide(_ observe: (() -> Int) -> Int = { $0() }) -> Int {
            isBatch
                ? Replay.decideTogether(sources, budget, observe)
                : sources.reduce(0) { $0 + $1.decide(observe) }
        }
        var allocations = 0
        let count = decide { body in
            let before = allocation_count()
            defer { allocations += allocation_count() - before }
            return body()
        }
        try CostComparison.run(
            "decision of \(name)", each: count, .body { { _ = decide() } }, limit: 10_000)
        guard !CostComparison.isCounting else { return }
        Goal.most("allocations in decisions of \(name)", Double(allocations), limit: 0)
    }
}

/// The recorded publications of a source, prepared so that reading them costs nothing.
private nonisolated struct Replay {
    /// The decisions that are measured at most, for each source and for each batch.
    private static let most = 5_000

    private let budget: RequestBudget
    private let available: [UTC]
    private let results: [AttemptResult]

    init(_ times: [RecordedPublication], _ budget: RequestBudget) {
        self.budget = budget
        available = times.map(\.available)
        results = times.map { .published(stamps: [$0.published]) }
    }

    /// Makes the decisions of a source that is fetched alone.
    ///
    /// - Parameter observe: Runs the decisions, without what prepares them.
    /// - Returns: Their number.
    func decide(_ observe: (() -> Int) -> Int) -> Int {
        var rhythm = SourceRhythm(budget: budget)
        var now = available.first ?? UTC(seconds: 0)
        var index = 0
        return observe {
            var count = 0
            while index < available.count, count < Replay.most {
                rhythm.note(result(until: now, &index), at: now)
                now = rhythm.nextAttempt(after: now, notBefore: now)
                count += 1
            }
            return count
        }
    }

    /// Makes the decisions of sources that are fetched together; those whose times end publish nothing more.
    ///
    /// - Returns: Their number.
    static func decideTogether(
        _ sources: [Replay], _ budget: RequestBudget, _ observe: (() -> Int) -> Int
    ) -> Int {
        var account = RequestAccount(budget: budget, isShared: true)
        var rhythms = sources.map { _ in SourceRhythm(budget: budget) }
        var places = sources.map { _ in 0 }
        var plan = SharedPlan(count: sources.count)
        var now = sources.compactMap(\.available.first).max() ?? UTC(seconds: 0)
        return observe {
            var count = 0
            while count < most {
                var next = now
                account.note(at: now)
                for index in sources.indices {
                    rhythms[index].account = account
                    rhythms[index].note(
                        sources[index].result(until: now, &places[index]), at: now, cause: .other)
                    account = rhythms[index].account
                    plan.update(index)
                    next = plan.nextRequest(on: account, after: now) { $1(rhythms[$0]) }
                }
                count += sources.count
                now = next
            }
            return count
        }
    }

    private func result(until now: UTC, _ index: inout Int) -> AttemptResult {
        let first = index
        while index < available.count, available[index] <= now { index += 1 }
        return index == first ? .unchanged : results[index - 1]
    }
}
