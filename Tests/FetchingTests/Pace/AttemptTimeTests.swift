import Fetching
import Reactive
import Testing

@Suite struct AttemptTimeTests {
    @Test func `the time in the queue does not count`() {
        let start = LoopTime(microseconds: 5)
        var time = AttemptTime(limit: .seconds(10), from: start)
        #expect(time.remaining(at: start + .seconds(3)) == .seconds(7))
        time.enterQueue(at: start + .seconds(3))
        #expect(time.remaining(at: start + .seconds(100)) == .seconds(7))
        time.leaveQueue(at: start + .seconds(103))
        #expect(time.remaining(at: start + .seconds(104)) == .seconds(6))
        #expect(time.elapsed(at: start + .seconds(104)) == .seconds(104))
        #expect(time.remaining(at: start + .seconds(120)) < .zero)
    }
}
