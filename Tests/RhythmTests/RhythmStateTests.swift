import Records
import Rhythm
import Testing

@Suite struct RhythmStateTests {
    private let budget = RequestBudget(interval: .seconds(600))
    private let start = UTC(seconds: Publications.start)
    /// The bytes of what version 4 added: 28 counts, 48 places in four bits each, four times, flags and
    /// the publications of another phase.
    private static let punctuality = 28 * 2 + 24 + 4 * 8 + 2

    @Test func `a state takes at most 1.1 kB and survives a restart`() {
        let rhythm = learned()
        let state = rhythm.state
        #expect(state.count <= 1152)
        let restored = SourceRhythm(budget: budget, state: state)
        let now = start + .seconds(8 * 86_400)
        #expect(restored.summary(at: now).isLearned)
        #expect(restored.summary(at: now).period == rhythm.summary(at: now).period)
        #expect(restored.summary(at: now).requestsPerDay == rhythm.summary(at: now).requestsPerDay)
        #expect(restored.state.count == state.count)
    }

    @Test func `a rhythm that is restored before every attempt finds reports as early`() throws {
        let publications = Publications.hourly(days: 20, minute: 40)
        let requests = Publications.restored(publications, budget: budget)
        let end = try #require(publications.last?.available)
        let score = RehearsalScore(requests: requests, publications: publications, from: start, to: end)
        let kept = try #require(Rehearsal(publications, budget: budget).model())
        #expect(score.mean < 1.15 * kept.mean + 10)
        #expect(score.requestsPerDay <= 144)
    }

    @Test func `every part of a state, and a state of another version, starts over`() {
        let state = learned().state
        let fresh = SourceRhythm(budget: budget).state
        for count in 0..<state.count {
            #expect(SourceRhythm(budget: budget, state: state.prefix(count)).state == fresh)
        }
        #expect(SourceRhythm(budget: budget, state: [0] + state.dropFirst()).state == fresh)
        #expect(SourceRhythm(budget: budget, state: state + [0]).state == fresh)
    }

    @Test func `a state of the version before excitement is read`() {
        var state = Array(learned().state.dropLast(RhythmStateTests.punctuality + 2))
        state[0] = 2
        let now = start + .seconds(8 * 86_400)
        #expect(SourceRhythm(budget: budget, state: state).summary(at: now).isLearned)
        #expect(!SourceRhythm(budget: budget, state: state.dropLast()).summary(at: now).isLearned)
    }

    @Test func `a state of the version before punctuality is read`() {
        var state = Array(learned().state.dropLast(RhythmStateTests.punctuality))
        state[0] = 3
        let now = start + .seconds(8 * 86_400)
        #expect(SourceRhythm(budget: budget, state: state).summary(at: now).isLearned)
        #expect(!SourceRhythm(budget: budget, state: state.dropLast()).summary(at: now).isLearned)
    }

    @Test func `a damaged state never traps and keeps the limits`() {
        let state = learned().state
        var random = Numbers(seed: 3)
        for _ in 0..<3000 {
            var bytes = state
            for _ in 0..<8 {
                let place = 1 + Int(random.next() % UInt64(bytes.count - 1))
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
            var rhythm = SourceRhythm(budget: budget, state: bytes)
            var now = start + .seconds(9 * 86_400)
            for step in 0..<4 {
                rhythm.record(step % 2 == 0 ? .unchanged : .published(stamps: [now]), at: now)
                let next = rhythm.nextAttempt(after: now, notBefore: now)
                #expect(next > now && next <= now + budget.longestPause + .seconds(1))
                now = next
            }
        }
    }

    @Test func `random inputs break no floor and no ceiling`() {
        var random = Numbers(seed: 11)
        var rhythm = SourceRhythm(budget: budget)
        var now = start
        for _ in 0..<50_000 {
            rhythm.record(result(&random, now), at: now)
            let floor = now + .seconds(Int64(random.next() % 900))
            let next = rhythm.nextAttempt(after: now, notBefore: floor)
            #expect(next >= floor)
            #expect(next <= max(floor, now + budget.longestPause))
            now = next
        }
    }

    private func result(_ random: inout Numbers, _ now: UTC) -> AttemptResult {
        switch random.next() % 8 {
        case 0: .failed
        case 1: .published(stamps: [now - .seconds(Int64(random.next() % 2000))])
        case 2: .published(stamps: [UTC(microseconds: Int64(truncatingIfNeeded: random.next()))])
        default: .unchanged
        }
    }

    private func learned() -> SourceRhythm {
        let publications = Publications.hourly(days: 8, minute: 40)
        var rhythm = SourceRhythm(budget: budget)
        var rest = publications[...]
        for request in Rehearsal(publications, budget: budget).requests(from: start) {
            let found = rest.prefix { $0.available <= request }
            rest = rest.dropFirst(found.count)
            rhythm.record(
                found.isEmpty ? .unchanged : .published(stamps: found.map(\.published)), at: request)
        }
        return rhythm
    }
}
