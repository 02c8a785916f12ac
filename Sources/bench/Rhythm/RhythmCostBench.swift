import Records
import Rhythm

/// The time and the allocations of a decision, for each class of sources and for batches.
///
/// A decision notes the result of an attempt, from which the models of all periods learn, and returns the moment of the
/// next attempt. Each source of a batch makes one for each request: it learns, its part of the plan is computed again,
/// and with it the plan.
///
/// Classes and batches take turns, and the best of several rounds counts: other programs can only make a round slower,
/// some of them for seconds.
nonisolated struct RhythmCostBench {
    /// The decisions that are measured at most, for each source and for each batch.
    private static let most = 20_000
    private static let limit = 2.0
    private static let rounds = 7

    /// A class or a batch, and the costs of its decisions in the rounds so far.
    private struct Case {
        let name: String
        let run: () -> CostOfDecisions
        var costs: [CostOfDecisions] = []
    }

    private var cases: [Case] = []

    /// Adds the sources of a class.
    mutating func addClass(_ name: String, _ sources: [RhythmBench.Recorded], requests: Int) {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        let recorded = sources.map { CostOfRecorded($0.times, budget, most: Self.most) }
        cases.append(
            Case(name: "\(name) \(requests)/d") { recorded.reduce(CostOfDecisions()) { $0 + $1.decide() } })
    }

    /// Adds a batch.
    mutating func addBatch(_ name: String, _ times: [[RecordedPublication]], requests: Int) {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        let batch = times.map { CostOfRecorded($0, budget, most: Self.most) }
        cases.append(
            Case(name: "batch of \(name) \(requests)/d") {
                CostOfRecorded.decideTogether(batch, budget, most: Self.most)
            })
    }

    /// Measures all cases. Before each measured run, the same run is made once, so that caches hold what it uses.
    mutating func measure() {
        for _ in 0..<Self.rounds {
            for index in cases.indices {
                _ = cases[index].run()
                cases[index].costs.append(cases[index].run())
            }
        }
        cases.forEach(Self.judge)
    }

    private static func judge(_ measured: Case) {
        let time = measured.costs.map(\.timePerDecision).min() ?? 0
        Measure.goal("decision of \(measured.name)", time / 1000, limit: limit, unit: " us")
        let allocations = measured.costs.map(\.allocations).max() ?? 0
        Measure.goal("allocations in decisions of \(measured.name)", Double(allocations), limit: 0)
    }
}

/// The cost of some decisions.
nonisolated struct CostOfDecisions {
    private(set) var decisions = 0
    private(set) var allocations = 0
    /// The CPU time in nanoseconds.
    private(set) var time = 0.0

    var timePerDecision: Double { time / Double(max(1, decisions)) }

    static func + (left: CostOfDecisions, right: CostOfDecisions) -> CostOfDecisions {
        var sum = left
        sum.decisions += right.decisions
        sum.allocations += right.allocations
        sum.time += right.time
        return sum
    }

    /// Measures a closure that makes decisions and returns their number.
    static func measure(_ body: () -> Int) -> CostOfDecisions {
        var cost = CostOfDecisions()
        let allocations = Allocations.count
        let start = Measure.cpu
        cost.decisions = body()
        cost.time = Measure.cpu - start
        cost.allocations = Allocations.count - allocations
        return cost
    }
}

/// The recorded publications of a source, prepared so that reading them costs nothing.
private nonisolated struct CostOfRecorded {
    private let budget: RequestBudget
    private let available: [UTC]
    private let results: [AttemptResult]
    private let most: Int

    init(_ times: [RecordedPublication], _ budget: RequestBudget, most: Int) {
        self.budget = budget
        self.most = most
        available = times.map(\.available)
        results = times.map { .published(stamps: [$0.published]) }
    }

    /// Makes the decisions of a source that is fetched alone.
    func decide() -> CostOfDecisions {
        var rhythm = SourceRhythm(budget: budget)
        var now = available.first ?? UTC(seconds: 0)
        var index = 0
        return .measure {
            var count = 0
            while index < available.count, count < most {
                rhythm.note(result(until: now, &index), at: now)
                now = rhythm.nextAttempt(after: now, notBefore: now)
                count += 1
            }
            return count
        }
    }

    /// Makes the decisions of sources that are fetched together; those whose times end publish nothing more.
    static func decideTogether(
        _ sources: [CostOfRecorded], _ budget: RequestBudget, most: Int
    ) -> CostOfDecisions {
        var account = RequestAccount(budget: budget, isShared: true)
        var rhythms = sources.map { _ in SourceRhythm(budget: budget) }
        var places = sources.map { _ in 0 }
        var plan = SharedPlan(count: sources.count)
        var now = sources.compactMap(\.available.first).max() ?? UTC(seconds: 0)
        return .measure {
            var count = 0
            while count < most {
                var next = now
                account.note(at: now)
                for index in sources.indices {
                    rhythms[index].account = account
                    let result = sources[index].result(until: now, &places[index])
                    rhythms[index].note(result, at: now, cause: .other)
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
