import Records
import Rhythm
import Testing

@Suite struct SourceRhythmTests {
    private let start = UTC(seconds: Publications.start)
    private let budget = RequestBudget(interval: .seconds(300))

    @Test func `a new source is polled at once, and then like a timer`() {
        var rhythm = SourceRhythm(budget: budget)
        #expect(rhythm.nextAttempt(after: start, notBefore: start) == start)
        rhythm.record(.unchanged, at: start)
        #expect(rhythm.nextAttempt(after: start, notBefore: start) == start + .seconds(300))
    }

    @Test func `a floor wins over the schedule`() {
        var rhythm = SourceRhythm(budget: budget)
        rhythm.record(.unchanged, at: start)
        let floor = start + .seconds(7200)
        #expect(rhythm.nextAttempt(after: start, notBefore: floor) == floor)
    }

    @Test func `an attempt that the schedule did not make costs nothing`() {
        var rhythm = SourceRhythm(budget: budget)
        for index in 0..<1000 {
            rhythm.record(.unchanged, at: start + .seconds(index), cause: .other)
        }
        #expect(rhythm.summary(at: start + .seconds(1000)).requestsPerDay == 0)
    }

    @Test func `a failed attempt counts but teaches nothing`() {
        var rhythm = SourceRhythm(budget: budget)
        rhythm.record(.failed, at: start)
        let summary = rhythm.summary(at: start)
        #expect(summary.requestsPerDay == 1)
        #expect(!summary.isLearned && summary.averageDelay == nil)
    }

    @Test func `a clock that is set back, and a day without attempts, do no harm`() {
        var rhythm = learned(minute: 51)
        let later = start + .seconds(12 * 86_400)
        let back = start + .seconds(3 * 86_400)
        rhythm.record(.unchanged, at: later)
        rhythm.record(.unchanged, at: back)
        let next = rhythm.nextAttempt(after: back, notBefore: back)
        #expect(next > back && next <= back + budget.longestPause)
        #expect(rhythm.summary(at: back).isLearned)
    }

    @Test func `the summary states period, phase and lag of an hourly report`() throws {
        let rhythm = learned(minute: 51)
        let summary = rhythm.summary(at: start + .seconds(10 * 86_400))
        #expect(summary.isLearned)
        #expect(summary.period == .seconds(3600))
        let phase = try #require(summary.phase)
        #expect(abs((phase - .seconds(51 * 60)) / .seconds(1)) < 90)
        let lag = try #require(summary.lag)
        #expect(lag > .seconds(100) && lag < .seconds(300))
    }

    @Test func `without stamps the summary states when reports become available`() throws {
        let summary = learned(minute: 20, hasStamps: false).summary(at: start + .seconds(10 * 86_400))
        let phase = try #require(summary.phase)
        #expect(phase > .seconds(22 * 60 - 30) && phase < .seconds(24 * 60 + 30))
        #expect(summary.lag == nil)
    }

    /// Returns the state after ten days of an hourly report.
    private func learned(minute: Int, hasStamps: Bool = true) -> SourceRhythm {
        let publications = Publications.hourly(days: 10, minute: minute)
        let rehearsal = Rehearsal(publications, budget: budget, hasStamps: hasStamps)
        var rhythm = SourceRhythm(budget: budget)
        var rest = publications[...]
        for request in rehearsal.requests(from: start) {
            let found = rest.prefix { $0.available <= request }
            rest = rest.dropFirst(found.count)
            let stamps = hasStamps ? found.map(\.published) : []
            rhythm.record(found.isEmpty ? .unchanged : .published(stamps: stamps), at: request)
        }
        return rhythm
    }
}
