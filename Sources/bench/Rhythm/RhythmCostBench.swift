import Records
import Rhythm

/// The time and the allocations of a decision, for each class of sources and for batches.
///
/// A decision notes the result of an attempt, from which the models of all periods learn, and returns the moment of the
/// next attempt. Each source of a batch makes one for each request: it learns, its part of the plan is computed again,
/// and with it the plan.
nonisolated enum RhythmCostBench {
    /// The decisions that are measured at most, for each source and for each batch.
    private static let most = 20_000

    /// Measures the sources of a class.
    static func run(_ name: String, _ sources: [RhythmBench.Recorded], requests: Int) {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        let recorded = sources.map { CostOfRecorded($0.times, budget, most: most) }
        judge("\(name) \(requests)/d", limit: 2) {
            recorded.reduce(CostOfDecisions()) { $0 + $1.decide() }
        }
    }

    /// Measures a batch.
    static func runBatch(_ name: String, _ times: [[RecordedPublication]], requests: Int) {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        let batch = times.map { CostOfRecorded($0, budget, most: most) }
        judge("batch of \(name) \(requests)/d", limit: 2) {
            CostOfRecorded.decideTogether(batch, budget, most: most)
        }
    }

    /// Runs once to make what later runs use again, and judges the best of three further runs: others only disturb.
    private static func judge(_ name: String, limit: Double, _ run: () -> CostOfDecisions) {
        _ = run()
        let costs = (0..<3).map { _ in run() }
        let time = costs.map(\.timePerDecision).min() ?? 0
        Measure.goal("decision of \(name)", time / 1000, limit: limit, unit: " us")
        let allocations = costs.map(\.allocations).max() ?? 0
        Measure.goal("allocations in decisions of \(name)", Double(allocations), limit: 0)
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
                    next = plan.nextRequest(on: account, after: now) { rhythms[$0] }
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
