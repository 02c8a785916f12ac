import Records
import Rhythm
import Testing

@Suite struct SharingTests {
    private let budget = RequestBudget(interval: .seconds(600))
    private let start = UTC(seconds: Publications.start)

    @Test func `sources that publish at other minutes share the budget of one timer`() throws {
        let sources = [12, 31, 51].map { Publications.hourly(days: 12, minute: $0) }
        let rehearsal = BatchRehearsal(sources, budget: budget)
        let models = rehearsal.model(after: .seconds(3 * 86_400))
        let timers = rehearsal.timer(after: .seconds(3 * 86_400))
        #expect(models.count == 3)
        for (model, timer) in zip(models, timers) {
            #expect(model.mean < 0.5 * timer.mean)
            // The savings of the first days may be spent later.
            #expect(model.requestsPerDay <= 144 * 1.01)
            #expect(model.worstDay <= Double(budget.mostInADay))
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a source without a rhythm is found about as early as with a timer`(seed: UInt64) throws {
        let sources = [
            Publications.hourly(days: 60, minute: 51),
            Publications.memoryless(days: 60, perDay: 20, seed: seed),
        ]
        let rehearsal = BatchRehearsal(sources, budget: budget)
        let model = try #require(rehearsal.model().last)
        let timer = try #require(rehearsal.timer().last)
        #expect(model.mean < 1.08 * timer.mean)
    }

    @Test func `no request exceeds the budget, whatever is published`() throws {
        let sources = [
            Publications.hourly(days: 20, minute: 7), Publications.daily(days: 20, shift: 10),
            Publications.memoryless(days: 20, perDay: 8, seed: 9),
        ]
        for requests in [288, 96, 24, 6] {
            let budget = try #require(RequestBudget(requestsPerDay: requests))
            for score in BatchRehearsal(sources, budget: budget).model() {
                #expect(score.worstDay <= Double(budget.mostInADay))
                #expect(score.requestsPerDay <= Double(requests) * 1.01 + 0.2)
            }
        }
    }

    @Test func `a plan that is kept decides like a new one, within all limits`() {
        var random = Numbers(seed: 12)
        var rhythms = (0..<5).map { _ in SourceRhythm(budget: budget) }
        var account = RequestAccount(budget: budget, isShared: true)
        var plan = SharedPlan(count: rhythms.count)
        var requests: [UTC] = []
        var others = 0
        var now = start
        for _ in 0..<5000 {
            requests.append(now)
            account.record(at: now)
            for index in rhythms.indices where random.next() % 4 > 0 || index == 0 {
                rhythms[index].account = account
                let isFound = random.next() % 4 == 0 || index == 0 && now.seconds % 3600 < 600
                rhythms[index].record(isFound ? .published(stamps: []) : .unchanged, at: now, cause: .other)
                account = rhythms[index].account
                plan.update(index)
                _ = plan.nextRequest(on: account, after: now) { $1(rhythms[$0]) }
            }
            let next = plan.nextRequest(on: account, after: now) { $1(rhythms[$0]) }
            let other = account.nextRequest(for: rhythms, after: now)
            if next - other > .seconds(30) || other - next > .seconds(30) { others += 1 }
            #expect(next > now && next <= now + budget.longestPause)
            now = next
        }
        // Rounding decides between plans that are equally good.
        #expect(others < 50)
        for (first, last) in zip(requests, requests.dropFirst(budget.mostInADay)) {
            #expect(last - first >= .seconds(86_400))
        }
    }

    @Test func `an account continues the one that was stored last`() {
        var account = RequestAccount(budget: budget, isShared: true)
        for index in 0..<100 { account.record(at: start + .seconds(60 * index)) }
        var rhythm = SourceRhythm(budget: budget)
        rhythm.account = account
        rhythm.record(.unchanged, at: start + .seconds(6000), cause: .other)
        let stored = SourceRhythm(budget: budget, state: rhythm.state)

        var restored = RequestAccount(budget: budget, isShared: true)
        restored.renew(from: stored.account)
        restored.renew(from: SourceRhythm(budget: budget).account)
        let now = start + .seconds(6000)
        #expect(stored.summary(at: now).requestsPerDay == 100)
        // The account keeps those of the 180 requests a day that end the longest pauses.
        #expect(restored.nextRequest(for: [stored], after: now) > now + .seconds(600))
    }

    @Test func `an account does not follow the clock into the past`() {
        var rhythm = SourceRhythm(budget: budget)
        rhythm.account = RequestAccount(budget: budget, isShared: true)
        rhythm.record(.unchanged, at: start + .seconds(86_400))
        rhythm.record(.unchanged, at: start)
        let next = rhythm.account.nextRequest(for: [rhythm], after: start)
        #expect(next >= start && next <= start + budget.longestPause)
    }
}

extension RequestAccount {
    /// Returns the moment of the next request by a plan that is not kept.
    fileprivate func nextRequest(for rhythms: [SourceRhythm], after moment: UTC) -> UTC {
        var plan = SharedPlan(count: rhythms.count)
        return plan.nextRequest(on: self, after: moment) { $1(rhythms[$0]) }
    }
}
