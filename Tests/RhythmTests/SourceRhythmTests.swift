import Records
import Rhythm
import Testing

@Suite struct SourceRhythmTests {
    private let start = UTC(seconds: 1_760_000_000)

    @Test func `a new source is polled at once, and then like a timer`() {
        var rhythm = SourceRhythm(budget: RequestBudget(interval: .seconds(300)))
        #expect(rhythm.nextAttempt(after: start, notBefore: start) == start)
        rhythm.note(.unchanged, at: start)
        #expect(rhythm.nextAttempt(after: start, notBefore: start) == start + .seconds(300))
    }

    @Test func `a floor wins over the schedule`() {
        var rhythm = SourceRhythm(budget: RequestBudget(interval: .seconds(300)))
        rhythm.note(.unchanged, at: start)
        let floor = start + .seconds(7200)
        #expect(rhythm.nextAttempt(after: start, notBefore: floor) == floor)
    }

    @Test func `bytes that are no state start over`() {
        let rhythm = SourceRhythm(budget: RequestBudget(interval: .seconds(300)), state: [255, 1, 2])
        #expect(rhythm.nextAttempt(after: start, notBefore: start) == start)
    }
}
