import Glibc
import Reactive
import Systemd
import Testing

/// An object that must stay on one thread.
private nonisolated final class Ledger {
    let thread = pthread_self()
    var entries: [Int] = []
}

private struct Refused: Error, Equatable {}

@Suite struct WorkerTests {
    @Test func `jobs run in order on one separate thread, which created the state`() throws {
        let loop = try EventLoop()
        let worker = try Worker("ledger", on: loop) { Ledger() }
        var answers: [[Int]] = []
        for number in 0..<100 {
            worker.run { ledger -> [Int] in
                ledger.entries.append(number)
                return pthread_equal(ledger.thread, pthread_self()) != 0 ? ledger.entries : []
            } then: { result in
                answers.append((try? result.get()) ?? [])
            }
        }
        #expect(try loop.turn { answers.count == 100 })
        #expect(answers.last == Array(0..<100))
        #expect(answers.map(\.count) == Array(1...100))
        worker.finish()
    }

    @Test func `a background worker lowers its own priority and that of no other thread`() throws {
        let loop = try EventLoop()
        let normal = try Worker("normal", on: loop) {}
        let background = try Worker("background", on: loop, rank: .background) {}
        var priorities: [CInt] = []
        for worker in [normal, background] {
            worker.run { _ in
                getpriority(CInt(PRIO_PROCESS.rawValue), 0)
            } then: {
                priorities.append((try? $0.get()) ?? -99)
            }
        }
        #expect(try loop.turn { priorities.count == 2 })
        let own = getpriority(CInt(PRIO_PROCESS.rawValue), 0)
        #expect(priorities.min() == own && priorities.max() == max(10, own))
        normal.finish()
        background.finish()
    }

    @Test func `results are delivered on the loop, not before it turns`() throws {
        let loop = try EventLoop()
        let worker = try Worker("w", on: loop) { 20 }
        var answer: Int?
        worker.run {
            $0 + 1
        } then: {
            answer = try? $0.get()
        }
        #expect(answer == nil)
        #expect(try loop.turn { answer == 21 })
        worker.finish()
    }

    @Test func `a job that throws returns its error, and the next one runs`() throws {
        let loop = try EventLoop()
        let worker = try Worker("w", on: loop) { 1 }
        var errors: [Refused?] = []
        var value: Int?
        worker.run { _ -> Int in
            throw Refused()
        } then: { result in
            if case .failure(let error) = result { errors.append(error as? Refused) }
        }
        worker.run {
            $0
        } then: {
            value = try? $0.get()
        }
        #expect(try loop.turn { value == 1 })
        #expect(errors == [Refused()])
        worker.finish()
    }

    @Test func `every job fails with the error of a state that cannot be created`() throws {
        let loop = try EventLoop()
        let worker = try Worker<Int>("w", on: loop) { throw Refused() }
        var failures = 0
        for _ in 0..<2 {
            worker.run {
                $0
            } then: {
                if case .failure(let error) = $0, error is Refused { failures += 1 }
            }
        }
        #expect(try loop.turn { failures == 2 })
        worker.finish()
    }

    @Test func `idle jobs wait until no other job does`() throws {
        let loop = try EventLoop()
        let gate = Gate()
        let worker = try Worker("w", on: loop) { gate.pass() }
        var seen: [String] = []
        worker.run(priority: .idle) { _ in
        } then: { _ in
            seen.append("idle")
        }
        worker.run { _ in
        } then: { _ in
            seen.append("first")
        }
        worker.run { _ in
        } then: { _ in
            seen.append("second")
        }
        gate.open()
        #expect(try loop.turn { seen.count == 3 })
        #expect(seen == ["first", "second", "idle"])
        worker.finish()
    }

    @Test func `finish runs waiting jobs, delivers their results and releases the state`() throws {
        let loop = try EventLoop()
        let worker = try Worker("w", on: loop) { Ledger() }
        var count = 0
        for _ in 0..<10 {
            worker.run {
                $0.entries.append(1)
            } then: { _ in
                count += 1
            }
        }
        worker.finish()
        #expect(count == 10)
        worker.finish()
        #expect(count == 10)
    }

    @Test func `a job that is forgotten before it begins does not run, and its handler is released at once`()
        throws
    {
        final class Token {}
        let loop = try EventLoop()
        let gate = Gate()
        let worker = try Worker("w", on: loop) { (Ledger(), gate.pass()) }
        weak var weakToken: Token?
        let ticket: JobTicket
        do {
            let token = Token()
            weakToken = token
            ticket = worker.run {
                $0.0.entries.append(1)
            } then: { _ in
                withExtendedLifetime(token) {}
            }
        }
        worker.forget(ticket)
        #expect(weakToken == nil)
        gate.open()
        var entries: [Int]?
        worker.run {
            $0.0.entries
        } then: {
            entries = try? $0.get()
        }
        #expect(try loop.turn { entries != nil })
        #expect(entries == [])
        worker.finish()
    }

    @Test func `a running job notices that it was forgotten, but the next one is not affected`() throws {
        let loop = try EventLoop()
        let (entered, gate) = (Gate(), Gate())
        let worker = try Worker("w", on: loop, interruptible: { $0 })
        let ticket = worker.run { isForgotten in
            entered.open()
            gate.pass()
            precondition(isForgotten(), "it was forgotten while it ran")
        } then: { _ in
            Issue.record("it was forgotten")
        }
        var answers: [Bool?] = []
        worker.run { isForgotten in
            isForgotten()
        } then: {
            answers.append(try? $0.get())
        }
        entered.pass()
        worker.forget(ticket)
        gate.open()
        #expect(try loop.turn { answers == [false] })
        // The job with this ticket has already ended.
        worker.forget(ticket)
        worker.finish()
    }

    @Test func `an urgent job runs before waiting jobs`() throws {
        let loop = try EventLoop()
        let gate = Gate()
        let worker = try Worker("w", on: loop) { gate.pass() }
        var seen: [String] = []
        for (name, priority) in [("idle", JobPriority.idle), ("normal", .normal), ("urgent", .urgent)] {
            worker.run(priority: priority) { _ in
            } then: { _ in
                seen.append(name)
            }
        }
        gate.open()
        #expect(try loop.turn { seen.count == 3 })
        #expect(seen == ["urgent", "normal", "idle"])
        worker.finish()
    }

    @Test func `a running job notices a waiting job that is not idle`() throws {
        let loop = try EventLoop()
        let (gates, entered) = ([Gate(), Gate()], [Gate(), Gate()])
        let worker = try Worker("w", on: loop) { 1 }
        var seen: [Bool] = []
        for (gate, entered) in zip(gates, entered) {
            worker.run(priority: .idle) { [isAwaited = worker.isAwaited] _ in
                entered.open()
                gate.pass()
                return isAwaited()
            } then: {
                seen.append((try? $0.get()) ?? false)
            }
        }
        gates[0].open()
        #expect(try loop.turn { seen.count == 1 })
        entered[1].pass()
        worker.run { _ in
        } then: { _ in
        }
        gates[1].open()
        #expect(try loop.turn { seen.count == 2 })
        #expect(seen == [false, true])
        worker.finish()
    }

    @Test func `a job as a publisher runs once for each subscription and finishes`() throws {
        let loop = try EventLoop()
        let worker = try Worker("w", on: loop) { Ledger() }
        let publisher = worker.runs { ledger -> Int in
            ledger.entries.append(1)
            return ledger.entries.count
        }
        var (values, ends) = ([Int](), 0)
        let subscriptions = (0..<2).map { _ in
            publisher.sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { values.append($0) })
        }
        #expect(try loop.turn { ends == 2 })
        #expect(values == [1, 2])
        #expect(subscriptions.count == 2)
        worker.finish()
    }

    @Test func `a cancelled subscription receives no result of its job`() throws {
        let loop = try EventLoop()
        let worker = try Worker("w", on: loop) { 1 }
        let subscription = worker.runs { $0 }.sink(
            receiveCompletion: { _ in Issue.record("completed") },
            receiveValue: { _ in Issue.record("a value") })
        subscription.cancel()
        var isDone = false
        worker.run { _ in
        } then: { _ in
            isDone = true
        }
        #expect(try loop.turn { isDone })
        worker.finish()
    }
}

/// A gate that keeps another thread waiting until it is opened: a pipe, and a read that ends with it.
private nonisolated struct Gate: Sendable {
    private let ends: (reading: CInt, writing: CInt)

    init() {
        var pair: [CInt] = [-1, -1]
        pipe(&pair)
        ends = (pair[0], pair[1])
    }

    func pass() {
        var byte: UInt8 = 0
        read(ends.reading, &byte, 1)
        close(ends.reading)
    }

    func open() { close(ends.writing) }
}
