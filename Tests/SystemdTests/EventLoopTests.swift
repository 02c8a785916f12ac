import Glibc
import Reactive
import Records
import Systemd
import Testing

@Suite struct EventLoopTests {
    @Test func `run returns the status that stop was given`() throws {
        let loop = try EventLoop()
        loop.next { loop.stop(status: 7) }
        #expect(try loop.run() == 7)
    }

    @Test func `a loop that has ended serves nothing`() throws {
        let loop = try EventLoop()
        loop.next { loop.stop() }
        _ = try loop.run()
        loop.next { _ = Issue.record("called after the end") }
        let timer = loop.after(.zero) { _ = Issue.record("called after the end") }
        defer { timer.cancel() }
        #expect(try loop.turn(timeout: .zero) == false)
    }

    @Test func `a turn without work returns false`() throws {
        let loop = try EventLoop()
        #expect(try loop.turn(timeout: .zero) == false)
    }

    @Test func `next calls each action once, in order, and added actions wait for the next turn`() throws {
        let loop = try EventLoop()
        var seen: [Int] = []
        loop.next {
            seen.append(1)
            loop.next { seen.append(3) }
        }
        loop.next { seen.append(2) }

        _ = try loop.turn(timeout: .zero)
        #expect(seen == [1, 2])
        _ = try loop.turn(timeout: .zero)
        #expect(seen == [1, 2, 3])
        #expect(try loop.turn(timeout: .zero) == false)
    }

    @Test func `many calls for the next turn are spread over turns, in order`() throws {
        let loop = try EventLoop()
        var seen: [Int] = []
        for number in 0..<4 {
            loop.next {
                seen.append(number)
                let start = ContinuousClock.now
                while ContinuousClock.now - start < .milliseconds(6) {}
                if number == 0 { loop.next { seen.append(9) } }
            }
        }
        _ = try loop.turn(timeout: .zero)
        #expect(seen == [0])
        while try loop.turn(timeout: .zero) {}
        #expect(seen == [0, 1, 2, 3, 9])
    }

    @Test func `each subscriber receives signals as values`() throws {
        let loop = try EventLoop()
        var (first, second): ([CInt], [CInt]) = ([], [])
        let one = try loop.signals(SIGUSR1, SIGUSR2).sink { first.append($0) }
        let two = try loop.signals(SIGUSR2).sink { second.append($0) }
        raise(SIGUSR1)
        raise(SIGUSR2)
        #expect(try loop.turn { second.count == 1 && first.count == 2 })
        #expect(Set(first) == [SIGUSR1, SIGUSR2])
        #expect(second == [SIGUSR2])
        one.cancel()
        two.cancel()
    }

    @Test func `the longest turn is that of the slowest callback, until it is reset`() throws {
        let loop = try EventLoop()
        loop.next {
            let start = ContinuousClock.now
            while ContinuousClock.now - start < .milliseconds(3) {}
        }
        _ = try loop.turn(timeout: .zero)
        #expect(loop.longestTurn >= .milliseconds(3))
        loop.resetLongestTurn()
        #expect(loop.longestTurn == .zero)
    }

    @Test func `the wall clock is that of the machine`() throws {
        let loop = try EventLoop()
        let before = microseconds(of: CLOCK_REALTIME)
        let wall = loop.wall.microseconds
        #expect(before <= wall && wall <= microseconds(of: CLOCK_REALTIME))
    }
}
