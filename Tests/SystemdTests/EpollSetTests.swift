import Glibc
import Reactive
import Systemd
import Testing

@Suite struct EpollSetTests {
    @Test func `many descriptors are served in few turns of the loop`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        var seen: Set<Int> = []
        let pairs = (0..<100).map { _ in SocketHolder() }
        for (number, pair) in pairs.enumerated() {
            _ = try poll.add(pair.near, .reading) { _ in
                pair.drain()
                seen.insert(number)
            }
        }
        for pair in pairs { put(pair.far, "x") }
        // One turn, unless it is interrupted for so long that it must end.
        var turns = 0
        while seen.count < 100, turns < 99 {
            _ = try loop.turn(timeout: .zero)
            turns += 1
        }
        #expect(seen.count == 100)
        #expect(poll.count == 100)
    }

    @Test func `the time of the loop passes while nothing is ready`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let start = loop.now
        #expect(try !loop.turn(timeout: .milliseconds(1)))
        #expect(loop.now > start)
        let later = loop.now
        #expect(try !loop.turn(timeout: .milliseconds(1)))
        #expect(loop.now > later)
        #expect(poll.count == 0)
    }

    @Test func `a client that an earlier callback of the same turn removed is not called`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let (first, second) = (SocketHolder(), SocketHolder())
        var tokens: [EpollSet.Token] = []
        var count = 0
        for pair in [first, second] {
            tokens.append(
                try poll.add(pair.near, .reading) { _ in
                    count += 1
                    for token in tokens { poll.remove(token) }
                })
        }
        put(first.far, "x")
        put(second.far, "x")
        while try loop.turn(timeout: .zero) {}
        #expect(count == 1)
        #expect(poll.count == 0)
    }

    @Test func `the token of a removed descriptor does not refer to the next one`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let (first, second) = (SocketHolder(), SocketHolder())
        let old = try poll.add(first.near, .reading) { _ in }
        poll.remove(old)
        var isHeard = false
        let new = try poll.add(second.near, .reading) { _ in isHeard = true }
        #expect(old != new)
        try poll.set(old, [])
        poll.remove(old)
        put(second.far, "x")
        _ = try loop.turn(timeout: .zero)
        #expect(isHeard)
    }

    @Test func `no event is reported while none is requested, and then events are reported again`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let pair = SocketHolder()
        var heard: [Readiness] = []
        let token = try poll.add(pair.near, []) {
            heard.append($0)
            pair.drain()
        }
        put(pair.far, "x")
        #expect(try loop.turn(timeout: .zero) == false)
        try poll.set(token, .reading)
        _ = try loop.turn(timeout: .zero)
        try poll.set(token, .writing)
        _ = try loop.turn(timeout: .zero)
        try poll.set(token, [])
        shutdown(pair.far, CInt(SHUT_RDWR))
        #expect(try loop.turn(timeout: .zero) == false)
        #expect(heard == [.reading, .writing])
    }

    @Test func `a slow callback ends the turn, and the others are served in the next turns, each once`()
        throws
    {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let pairs = (0..<4).map { _ in SocketHolder() }
        var seen: [Int] = []
        for (number, pair) in pairs.enumerated() {
            _ = try poll.add(pair.near, .reading) { _ in
                pair.drain()
                seen.append(number)
                let start = ContinuousClock.now
                while ContinuousClock.now - start < .milliseconds(6) {}
            }
        }
        for pair in pairs { put(pair.far, "x") }
        _ = try loop.turn(timeout: .zero)
        #expect(seen.count == 1)
        while try loop.turn(timeout: .zero) {}
        #expect(seen.sorted() == [0, 1, 2, 3])
    }

    @Test func `the same descriptor cannot be added twice`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let pair = SocketHolder()
        _ = try poll.add(pair.near, .reading) { _ in }
        let error = #expect(throws: SystemError.self) { try poll.add(pair.near, .reading) { _ in } }
        #expect(error?.code == EEXIST)
        #expect(poll.count == 1)
    }

    @Test func `the end of a turn comes after everything that was ready together`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        var seen: [String] = []
        poll.turnEnded = {
            seen.append("end")
            return false
        }
        let pairs = [SocketHolder(), SocketHolder()]
        for pair in pairs {
            _ = try poll.add(pair.near, .reading) { _ in
                pair.drain()
                seen.append("read")
                poll.requestEnd()
            }
        }
        #expect(try loop.turn(timeout: .zero) == false)
        for pair in pairs { put(pair.far, "x") }
        while try loop.turn(timeout: .zero) {}
        #expect(seen == ["read", "read", "end"])
    }

    @Test func `a requested end of a turn comes once, after other sources, and again on request`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        var seen: [String] = []
        poll.turnEnded = {
            seen.append("end")
            return seen.count < 3
        }
        loop.next {
            poll.requestEnd()
            poll.requestEnd()
            loop.next { seen.append("next") }
        }
        while try loop.turn(timeout: .zero) {}
        #expect(seen == ["next", "end", "end"])
    }

    @Test func `sources of the loop are served while descriptors of the set are always ready`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let pair = SocketHolder()
        var reads = 0
        _ = try poll.add(pair.near, .reading) { _ in reads += 1 }
        put(pair.far, "x")
        var calls = 0
        for _ in 0..<3 { loop.next { calls += 1 } }
        let timer = loop.after(.zero) { calls += 1 }
        defer { timer.cancel() }
        for _ in 0..<10 { _ = try loop.turn(timeout: .zero) }
        #expect(calls == 4)
        #expect(reads > 0)
    }

    @Test func `a source that a descriptor's callback adds is served without another event`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let pair = SocketHolder()
        var timers: [AnyCancellable] = []
        var calls = 0
        _ = try poll.add(pair.near, .reading) { _ in
            pair.drain()
            timers.append(loop.after(.zero) { calls += 1 })
            loop.next { calls += 1 }
        }
        #expect(try loop.turn(timeout: .zero) == false)
        put(pair.far, "x")
        while try loop.turn(timeout: .zero) {}
        #expect(calls == 2)
    }

    @Test func `the loop ends when a descriptor's callback stops it`() throws {
        let loop = try EventLoop()
        let poll = try EpollSet(on: loop)
        let pair = SocketHolder()
        _ = try poll.add(pair.near, .reading) { _ in
            pair.drain()
            loop.stop(status: 3)
        }
        put(pair.far, "x")
        #expect(try loop.run() == 3)
    }

    @Test func `a further set on the same loop is served too`() throws {
        let loop = try EventLoop()
        let sets = [try EpollSet(on: loop), try EpollSet(on: loop)]
        let pairs = [SocketHolder(), SocketHolder()]
        var seen: Set<Int> = []
        var ends = 0
        for (number, pair) in pairs.enumerated() {
            _ = try sets[number].add(pair.near, .reading) { _ in
                pair.drain()
                seen.insert(number)
            }
            sets[number].turnEnded = {
                ends += 1
                return false
            }
        }
        for pair in pairs { put(pair.far, "x") }
        while try loop.turn(timeout: .zero) {}
        #expect(seen == [0, 1])
        #expect(ends == 2)
    }

    @Test func `a loop whose set was released waits alone`() throws {
        let loop = try EventLoop()
        var poll: EpollSet? = try EpollSet(on: loop)
        #expect(try loop.turn(timeout: .zero) == false)
        #expect(poll?.count == 0)
        poll = nil
        var calls = 0
        loop.next { calls += 1 }
        while try loop.turn(timeout: .zero) {}
        #expect(calls == 1)
    }

    @Test func `a callback may release the set that calls it`() throws {
        let loop = try EventLoop()
        var poll: EpollSet? = try EpollSet(on: loop)
        let pair = SocketHolder()
        _ = try poll?.add(pair.near, .reading) { _ in
            pair.drain()
            poll = nil
        }
        put(pair.far, "x")
        while try loop.turn(timeout: .zero) {}
        #expect(poll == nil)
    }
}
