import Records
import Rhythm

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

/// The time and the allocations that a decision costs, and whether it keeps the limits.
nonisolated enum RhythmCostBench {
    /// Runs the benchmark.
    static func run() {
        decideAtRandom()
        for requests in [6, 24] { decideDaily(requests) }
    }

    /// Makes a million decisions after random results, and checks the limits of each.
    private static func decideAtRandom() {
        var random = BenchNumbers()
        var breaches = 0
        var spent = 0.0
        var allocations = 0
        let rounds = 1_000_000
        for interval in [60, 300, 1200, 3600, 14_400] {
            let budget = RequestBudget(interval: .seconds(interval))
            var rhythm = SourceRhythm(budget: budget)
            var now = UTC(seconds: 1_760_000_000)
            let stamps = [now]
            var latest = [UTC](repeating: now - .seconds(86_400), count: budget.mostInADay)
            // The first decision makes what all later ones use again.
            rhythm.note(.published(stamps: stamps), at: now)
            let started = Allocations.count
            let start = Measure.cpu
            for round in 0..<rounds / 5 {
                let chance = random.next() % 16
                let isPublished = chance == 0
                rhythm.note(isPublished ? .published(stamps: stamps) : .unchanged, at: now)
                let floor = now + .seconds(Int64(random.next() % UInt64(interval)))
                let next = rhythm.nextAttempt(after: now, notBefore: floor)
                if next < floor || next > max(floor, now + budget.longestPause) { breaches += 1 }
                // The attempt that is as far back as a day has attempts must be a day ago.
                let place = round % latest.count
                if next - latest[place] < .seconds(86_400) { breaches += 1 }
                latest[place] = next
                now = next
            }
            spent += Measure.cpu - start
            allocations += Allocations.count - started
        }
        Measure.goal("decisions that break a limit", Double(breaches), limit: 0)
        Measure.goal("decision", spent / Double(rounds) / 1000, limit: 2, unit: " us")
        Measure.goal("allocations per decision", Double(allocations) / Double(rounds), limit: 0)
    }

    /// Prints the time of a decision for a dataset of each day, whose plans are the longest.
    private static func decideDaily(_ requests: Int) {
        guard let budget = RequestBudget(requestsPerDay: requests) else { return }
        var rhythm = SourceRhythm(budget: budget)
        var now = UTC(seconds: 1_760_000_000)
        var seen = Int64(0)
        let rounds = 200_000
        rhythm.note(.unchanged, at: now)
        let start = Measure.cpu
        for _ in 0..<rounds {
            // Each day at 14:00 and up to 40 minutes later.
            let day = (now.seconds - 50_400) / 86_400
            let isPublished = day > seen && now.seconds - 50_400 - day * 86_400 >= day * 7919 % 2400
            if isPublished { seen = day }
            rhythm.note(isPublished ? .published(stamps: []) : .unchanged, at: now)
            now = rhythm.nextAttempt(after: now, notBefore: now)
        }
        let spent = (Measure.cpu - start) / Double(rounds) / 1000
        print("decision of a daily dataset at \(requests)/d: \(Measure.short(spent)) us")
    }
}
