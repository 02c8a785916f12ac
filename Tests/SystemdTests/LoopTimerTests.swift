import Glibc
import Reactive
import Systemd
import Testing

@Suite("LoopTimer, in real time") struct LoopTimerTests {
    @Test func `actions are called in the order of their deadlines, not of scheduling`() throws {
        let loop = try EventLoop()
        var seen: [Int] = []
        let start = loop.now
        for step in [3, 1, 2] {
            loop.schedule(after: start + .milliseconds(step)) { seen.append(step) }
        }
        #expect(try loop.turn { seen.count == 3 })
        #expect(seen == [1, 2, 3])
    }

    @Test func `timers that are due together are called by deadline, then in the order of creation`()
        throws
    {
        let loop = try EventLoop()
        let start = loop.now - .seconds(1)
        var seen: [Int] = []
        func deadline(_ number: Int) -> Int { number * 37 % 20 }
        let timers = (0..<300).map { number in
            loop.schedule(after: start + .milliseconds(deadline(number)), interval: .seconds(3600)) {
                seen.append(number)
            }
        }
        let kept = (0..<300).filter { $0 * 13 % 5 != 0 }
        for number in Set(0..<300).subtracting(kept) { timers[number].cancel() }
        #expect(try loop.turn { seen.count == kept.count })
        #expect(seen == kept.sorted { (deadline($0), $0) < (deadline($1), $1) })
        for timer in timers { timer.cancel() }
    }

    @Test func `no tolerance means exact, not the quarter of a second that the library uses`() throws {
        // With the tolerance, no try would be short; on a busy machine, some are not.
        #expect(try (0..<100).contains { _ in try timeOfTwentySteps() < .milliseconds(240) })
    }

    /// Returns the time that twenty steps of two milliseconds take.
    private func timeOfTwentySteps() throws -> Duration {
        let loop = try EventLoop()
        var count = 0
        let start = loop.now
        let timer = loop.timer(every: .milliseconds(2), slack: .zero).sink { _ in count += 1 }
        #expect(try loop.turn { count == 20 })
        timer.cancel()
        return loop.now - start
    }

    @Test func `deadlines of a repeated action are counted from the first, however late each is served`()
        throws
    {
        let loop = try EventLoop()
        var due: [LoopTime] = []
        let start = loop.now
        let timer = loop.timer(every: .milliseconds(5), slack: .zero).sink { moment in
            due.append(moment)
            let late = ContinuousClock.now
            while ContinuousClock.now - late < .milliseconds(1) {}
        }
        #expect(try loop.turn { due.count == 4 })
        let steps = due.map { ($0 - start).components.attoseconds / 1_000_000_000_000 }
        #expect(steps.allSatisfy { ($0 - steps[0]) % 5000 == 0 })
        timer.cancel()
    }

    @Test func `missed deadlines are served once`() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = loop.schedule(after: loop.now - .seconds(95 * 60), interval: .seconds(10 * 60)) {
            count += 1
        }
        _ = try loop.turn(timeout: .zero)
        #expect(try loop.turn(timeout: .zero) == false)
        #expect(count == 1)
        timer.cancel()
    }

    @Test func `a cancelled action is not called and is released at once`() throws {
        final class Token {}
        let loop = try EventLoop()
        weak var weakToken: Token?
        let timer: AnyCancellable
        do {
            let token = Token()
            weakToken = token
            timer = loop.after(.milliseconds(1)) {
                withExtendedLifetime(token) { _ = Issue.record("called") }
            }
        }
        #expect(weakToken != nil)
        timer.cancel()
        #expect(weakToken == nil)
        try loop.turn(for: .milliseconds(5))
    }

    @Test func `an action without a retained timer is called all the same`() throws {
        let loop = try EventLoop()
        var isDone = false
        loop.schedule(after: loop.now + .milliseconds(1)) { isDone = true }
        #expect(try loop.turn { isDone })
    }

    @Test func `an action may cancel its own timer`() throws {
        let loop = try EventLoop()
        var count = 0
        var timer: AnyCancellable?
        timer = loop.timer(every: .milliseconds(1), slack: .zero).sink { _ in
            count += 1
            timer?.cancel()
        }
        try loop.turn(for: .milliseconds(10))
        #expect(count == 1)
    }

    @Test func `a timer may outlive its loop without any effect`() throws {
        var loop: EventLoop? = try EventLoop()
        let timer = loop?.after(.zero) { Issue.record("called") }
        weak let gone = loop
        loop = nil
        #expect(gone == nil)
        timer?.cancel()
    }

    @Test func `the loop can be used as a type-erased scheduler`() throws {
        let loop = try EventLoop()
        let erased = AnyScheduler(loop)
        var isDone = false
        let timer = erased.after(.milliseconds(1), slack: .zero) { isDone = true }
        #expect(try loop.turn { isDone })
        timer.cancel()
    }
}
