import Dispatch
import Reactive
import ReactiveAsync
import Testing

@MainActor @Suite struct QueueSchedulerTests {
    private let clock = QueueScheduler.main

    /// Runs a body that calls its argument at the end, and waits for that call.
    private func end(_ body: (@escaping () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in body { continuation.resume() } }
    }

    @Test func `actions run on the queue in the order of scheduling, after the current one`() async {
        var order: [Int] = []
        await end { end in
            clock.schedule { order.append(2) }
            clock.schedule {
                order.append(3)
                end()
            }
            order.append(1)
        }
        #expect(order == [1, 2, 3])
    }

    @Test func `an action at a moment never runs before it`() async {
        let moment = clock.now + .milliseconds(5)
        await end { clock.schedule(after: moment, $0) }
        #expect(clock.now >= moment)
    }

    @Test func `repeated work stops when its own action cancels it`() async {
        var count = 0
        var work: (any Cancellable)?
        await end { end in
            work = clock.schedule(after: clock.now, interval: .milliseconds(1)) {
                count += 1
                guard count == 3 else { return }
                work?.cancel()
                end()
            }
        }
        await end { clock.schedule(after: clock.now + .milliseconds(5), $0) }
        #expect(count == 3)
    }

    @Test func `an action that is released does not run`() async {
        var hasRun = false
        var action: AnyCancellable? = clock.after(.milliseconds(1)) { hasRun = true }
        withExtendedLifetime(action) {}
        action = nil
        await end { clock.schedule(after: clock.now + .milliseconds(5), $0) }
        #expect(!hasRun)
    }

    @Test func `a moment at the end of time never comes`() async {
        var hasRun = false
        clock.schedule(after: LoopTime(microseconds: .max)) { hasRun = true }
        await end { clock.schedule($0) }
        #expect(!hasRun)
    }

    @Test func `debounce delivers the last value of a burst`() async {
        let subject = PassthroughSubject<Int, Never>()
        var values = subject.debounce(for: .milliseconds(2), scheduler: clock)
            .buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)
            .values.makeAsyncIterator()
        subject.send(1)
        subject.send(2)
        #expect(await values.next() == 2)
    }

    @Test func `the example of the documentation prints three times`() async {
        var printed: [LoopTime] = []
        func print(_ time: LoopTime) { printed.append(time) }

        let clock = QueueScheduler.main
        for await time in clock.timer(every: .milliseconds(10)).prefix(3).values { print(time) }

        #expect(printed.count == 3 && printed == printed.sorted())
    }

    @Test func `another serial queue is a scheduler too`() async {
        let queue = DispatchQueue(label: "test")
        let isOnQueue = await withCheckedContinuation { continuation in
            queue.async {
                QueueScheduler(queue).schedule {
                    dispatchPrecondition(condition: .onQueue(queue))
                    continuation.resume(returning: true)
                }
            }
        }
        #expect(isOnQueue)
    }
}
