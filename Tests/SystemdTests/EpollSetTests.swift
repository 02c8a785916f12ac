import Glibc
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
}
