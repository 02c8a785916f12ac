import Reactive
import Testing

@Suite struct TimeTests {
    @Test func `work runs by deadline, and equal deadlines in the order of scheduling`() {
        let clock = ManualScheduler()
        var order: [String] = []
        clock.schedule(after: clock.now + .seconds(2)) { order.append("later") }
        clock.schedule(after: clock.now + .seconds(1)) { order.append("first") }
        clock.schedule(after: clock.now + .seconds(1)) { order.append("second") }
        clock.schedule { order.append("now") }
        clock.advance(by: .seconds(1))
        #expect(order == ["now", "first", "second"])
        clock.advance(by: .seconds(1))
        #expect(order == ["now", "first", "second", "later"])
    }

    @Test func `work scheduled during an advance and due in it runs at its own time`() {
        let clock = ManualScheduler()
        var times: [LoopTime] = []
        clock.schedule(after: clock.now + .seconds(1)) {
            times.append(clock.now)
            clock.schedule(after: clock.now + .seconds(1)) { times.append(clock.now) }
        }
        clock.advance(by: .seconds(5))
        let expected: [LoopTime] = [.zero + .seconds(1), .zero + .seconds(2)]
        #expect(times == expected)
        #expect(clock.now == .zero + .seconds(5))
    }

    @Test func `run ends when only repeated work is left`() {
        let clock = ManualScheduler()
        var ticks = 0
        let timer = clock.timer(every: .seconds(1)).sink { _ in ticks += 1 }
        var isDone = false
        clock.schedule(after: clock.now + .seconds(3)) { isDone = true }
        clock.run()
        #expect(isDone)
        #expect(ticks == 3)
        timer.cancel()
    }

    @Test func `the next deadline is that of the first work that was not cancelled`() {
        let clock = ManualScheduler()
        #expect(clock.nextDeadline == nil)
        let first = clock.after(.seconds(1)) {}
        clock.schedule(after: clock.now + .seconds(2)) {}
        #expect(clock.nextDeadline == .zero + .seconds(1))
        first.cancel()
        #expect(clock.nextDeadline == .zero + .seconds(2))
        clock.advance(by: .seconds(2))
        #expect(clock.nextDeadline == nil)
    }

    @Test func `time never moves back`() {
        let clock = ManualScheduler(now: .zero + .seconds(5))
        clock.advance(to: .zero)
        #expect(clock.now == .zero + .seconds(5))
    }

    @Test func `a timer does not drift within a year, and stops when it is released`() {
        let clock = ManualScheduler()
        var ticks: [LoopTime] = []
        let timer = clock.timer(every: .seconds(3_600)).sink { ticks.append($0) }
        clock.advance(by: .seconds(3_600 * 24 * 365))
        #expect(ticks.count == 8_760)
        #expect(ticks == (1...8_760).map { .zero + .seconds(3_600 * $0) })
        timer.cancel()
        clock.advance(by: .seconds(7_200))
        #expect(ticks.count == 8_760)
    }

    @Test func `an action after a delay runs once, or not at all if it is released`() {
        let clock = ManualScheduler()
        var count = 0
        let kept = clock.after(.seconds(1)) { count += 1 }
        let dropped = clock.after(.seconds(1)) { count += 10 }
        dropped.cancel()
        clock.advance(by: .seconds(10))
        #expect(count == 1)
        kept.cancel()
    }

    @Test func `debounce delivers only the last value of a burst`() {
        let clock = ManualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        let subscription = subject.debounce(for: .seconds(2), scheduler: clock).sink { seen.append($0) }

        subject.send(1)
        clock.advance(by: .seconds(1))
        subject.send(2)
        clock.advance(by: .seconds(2))
        #expect(seen == [2])
        clock.advance(by: .seconds(10))
        #expect(seen == [2])
        subscription.cancel()
    }

    @Test func `throttle delivers the first value at once and then one per interval, including the last`() {
        let clock = ManualScheduler()
        let subject = PassthroughSubject<Int, Never>()
        var seen: [(Int, LoopTime)] = []
        let sink = subject.throttle(for: .seconds(10), scheduler: clock, latest: true)
            .sink { seen.append(($0, clock.now)) }
        for value in 0..<25 {
            subject.send(value)
            clock.advance(by: .seconds(1))
        }
        clock.advance(by: .seconds(20))
        #expect(seen.map(\.0) == [0, 9, 19, 24])
        #expect(seen.map(\.1) == [0, 10, 20, 30].map { .zero + .seconds($0) })
        sink.cancel()
    }

    @Test func `delay preserves order and intervals`() {
        let clock = ManualScheduler()
        let subject = PassthroughSubject<Int, TestError>()
        let seen = Recorder()
        subject.delay(for: .seconds(5), scheduler: clock).subscribe(seen)
        clock.advance()
        subject.send(1)
        clock.advance(by: .seconds(1))
        subject.send(2)
        subject.send(completion: .finished)
        clock.advance(by: .seconds(4))
        #expect(seen.events == [.subscription, .value(1)])
        clock.advance(by: .seconds(1))
        #expect(seen.events == [.subscription, .value(1), .value(2), .finished])
    }

    @Test func `timeout ends a silent publisher and cancels it`() {
        let clock = ManualScheduler()
        let upstream = Upstream()
        let seen = Recorder()
        upstream.timeout(.seconds(5), scheduler: clock, customError: { .other }).subscribe(seen)
        clock.advance(by: .seconds(4))
        upstream.send(1)
        clock.advance(by: .seconds(4))
        #expect(!seen.isOver)
        clock.advance(by: .seconds(1))
        #expect(seen.events == [.subscription, .value(1), .failed(.other)])
        #expect(upstream.probe.cancels == 1)
        upstream.letGo()
    }

    @Test func `a retry schedule grows to its cap and gives up`() {
        let clock = ManualScheduler()
        var attempts: [LoopTime] = []
        let source = Deferred { () -> Fail<Int, TestError> in
            attempts.append(clock.now)
            return Fail(error: .oops)
        }
        let seen = Recorder()
        source.retry(.exponential(first: .seconds(1), cap: .seconds(10), times: 6), scheduler: clock)
            .subscribe(seen)
        clock.run()
        #expect(attempts == [0, 1, 3, 7, 15, 25, 35].map { .zero + .seconds($0) })
        #expect(seen.events.last == .failed(.oops))
    }

    @Test func `cancellation ends the wait for the next attempt`() {
        let clock = ManualScheduler()
        var attempts = 0
        let before = LiveSubscriptions.count
        let sink = Deferred { () -> Fail<Int, TestError> in
            attempts += 1
            return Fail(error: .oops)
        }
        .retry(.every(.seconds(1)), scheduler: clock)
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        clock.advance(by: .milliseconds(2_500))
        #expect(attempts == 3)
        sink.cancel()
        #expect(LiveSubscriptions.count == before)
        clock.advance(by: .seconds(100))
        #expect(attempts == 3)
    }

    @Test func `jitter stays within its range, spreads, and repeats with its seed`() {
        func waits(_ seed: UInt64) -> [Duration] {
            let schedule = RetrySchedule.every(.seconds(10))
                .jittered(by: 0.2, using: SplitMix(seed: seed))
            return (1...100).compactMap(schedule.delay)
        }
        let first = waits(1)
        #expect(first.allSatisfy { (Duration.seconds(8)...Duration.seconds(12)).contains($0) })
        #expect(Set(first).count > 90)
        #expect(first == waits(1))
        #expect(first != waits(2))
    }

    @Test func `a value resets the retry schedule if requested`() {
        let clock = ManualScheduler()
        var attempts: [LoopTime] = []
        let source = Deferred { () -> AnyPublisher<Int, TestError> in
            attempts.append(clock.now)
            let fails = Fail<Int, TestError>(error: .oops)
            return attempts.count == 3 ? fails.prepend(1).eraseToAnyPublisher() : fails.eraseToAnyPublisher()
        }
        let sink = source.retry(
            .exponential(first: .seconds(1), cap: .seconds(60)), scheduler: clock, resetsOnValue: true
        )
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        clock.advance(by: .seconds(6))
        #expect(attempts == [0, 1, 3, 4, 6].map { .zero + .seconds($0) })
        sink.cancel()
    }
}
