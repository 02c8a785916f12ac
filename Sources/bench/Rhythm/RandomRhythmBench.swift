import Records
import Rhythm

/// A million decisions after random results, for sources that are fetched alone and for batches, and whether each keeps
/// the limits.
nonisolated enum RandomRhythmBench {
    private static let decisions = 1_000_000
    private static let intervals = [60, 300, 1200, 3600, 14_400]

    /// Runs the benchmark.
    static func run() {
        for (name, counts) in [("a source", [1]), ("a batch", [2, 3, 5, 24])] {
            var limits = Limits()
            for interval in intervals {
                for count in counts {
                    decide(count, every: interval, decisions / intervals.count / counts.count, &limits)
                }
            }
            Measure.goal("random decisions of \(name) that break a limit", Double(limits.breaches), limit: 0)
            Measure.goal("random decisions of \(name)", Double(limits.decisions), atLeast: 0.99e6)
        }
    }

    /// Makes decisions for some sources, one of which may be fetched alone.
    private static func decide(_ count: Int, every interval: Int, _ decisions: Int, _ limits: inout Limits) {
        let budget = RequestBudget(interval: .seconds(interval))
        var random = BenchNumbers()
        var now = UTC(seconds: 1_760_000_000)
        var sources = RandomSources(count, budget, at: now)
        limits.begin(budget, at: now)
        for _ in 0..<decisions / count {
            let planned = sources.ask(at: now, &random)
            let floor = now + .seconds(Int64(random.next() % UInt64(interval)))
            let next = max(planned, floor)
            limits.check(next, after: now, notBefore: floor, decisions: count)
            now = next
        }
    }
}

/// Sources with random results.
private nonisolated struct RandomSources {
    private var rhythms: [SourceRhythm]
    private var account: RequestAccount
    private var plan: SharedPlan
    private let stamps: [UTC]

    init(_ count: Int, _ budget: RequestBudget, at now: UTC) {
        rhythms = (0..<count).map { _ in SourceRhythm(budget: budget) }
        account = RequestAccount(budget: budget, isShared: count > 1)
        plan = SharedPlan(count: count)
        stamps = [now]
    }

    /// Notes the results of a request, and returns the moment of the next one.
    mutating func ask(at now: UTC, _ random: inout BenchNumbers) -> UTC {
        guard rhythms.count > 1 else {
            rhythms[0].note(result(&random), at: now)
            return rhythms[0].nextAttempt(after: now, notBefore: now)
        }
        account.note(at: now)
        for index in rhythms.indices {
            rhythms[index].account = account
            rhythms[index].note(result(&random), at: now, cause: .other)
            account = rhythms[index].account
            plan.update(index)
        }
        return plan.nextRequest(on: account, after: now) { $1(rhythms[$0]) }
    }

    private func result(_ random: inout BenchNumbers) -> AttemptResult {
        switch random.next() % 16 {
        case 0: .published(stamps: stamps)
        case 1: .published(stamps: [])
        case 2: .failed
        default: .unchanged
        }
    }
}

/// The limits of decisions, and how many broke one.
private nonisolated struct Limits {
    private(set) var breaches = 0
    private(set) var decisions = 0
    private var budget = RequestBudget(interval: .seconds(60))
    private var first = UTC(seconds: 0)
    private var requests = 0
    /// The latest requests, as many as a day may have.
    private var latest: [UTC] = []

    /// Begins to check the requests of a budget.
    mutating func begin(_ budget: RequestBudget, at now: UTC) {
        self.budget = budget
        first = now
        requests = 0
        latest = Array(repeating: now - .seconds(86_400), count: budget.mostInADay)
    }

    /// Checks floor and ceiling, the requests of 24 hours, and those on average: a tenth of a day's may be ahead.
    mutating func check(_ next: UTC, after now: UTC, notBefore floor: UTC, decisions: Int) {
        self.decisions += decisions
        if next < floor || next > max(floor, now + budget.longestPause) { breaches += 1 }
        // The request that is as far back as a day has requests must be a day ago.
        let place = requests % latest.count
        if next - latest[place] < .seconds(86_400) { breaches += 1 }
        latest[place] = next
        requests += 1
        let allowed = (next - first) / budget.interval + budget.requestsPerDay / 10 + 2
        if Double(requests) > allowed { breaches += 1 }
    }
}

/// A cheap generator: the system's would cost more than a decision.
private nonisolated struct BenchNumbers {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
