import Glibc
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct SharedFramesTests {
    @Test func `subscribers receive every frame after their mark, once and in order`() throws {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 65_536), after: 10)
        let (early, late) = (try room.join(), try room.join())
        for mark in 11...13 { log.append(Room.frame(mark), mark: Int64(mark)) }
        #expect(early.channel.follow(log, after: 10) { _ in })
        #expect(late.channel.follow(log, after: 12) { _ in })
        log.append(Room.frame(14), mark: 14)
        #expect(try early.wire.messages(4, 0x0A, on: room.fixture.loop) == Room.texts(11...14))
        #expect(try late.wire.messages(2, 0x0A, on: room.fixture.loop) == Room.texts(13...14))
        #expect(log.mark(of: early.channel) == 14)
        #expect(log.count == 2)
    }

    @Test func `a subscriber cannot start at a mark that the log no longer reaches`() throws {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 4_096), after: 0)
        let follower = try room.join()
        for mark in 1...1_000 { log.append(Room.frame(mark), mark: Int64(mark)) }
        #expect(log.floor > 0)
        #expect(!follower.channel.follow(log, after: log.floor - 1) { _ in })
        #expect(follower.channel.follow(log, after: log.floor) { _ in })
        let expected = Room.texts(Int(log.floor + 1)...1_000)
        #expect(try follower.wire.messages(expected.count, 0x0A, on: room.fixture.loop) == expected)
    }

    @Test func `a subscriber that does not read falls behind with the mark of the last complete frame`()
        throws
    {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 65_536), after: 0)
        let (slow, quick) = (try room.join(), try room.join())
        var behind: Int64?
        #expect(slow.channel.follow(log, after: 0) { behind = $0 })
        #expect(quick.channel.follow(log, after: 0) { _ in Issue.record("the quick one fell behind") })
        var mark = 0
        while behind == nil, mark < 100_000 {
            mark += 1
            log.append(Room.frame(mark), mark: Int64(mark))
            try room.fixture.settle()
            quick.wire.read()
        }
        let reached = Int(try #require(behind))
        #expect(log.count == 1)
        #expect(slow.channel.unsent < 100)
        #expect(try slow.wire.messages(reached, 0x0A, on: room.fixture.loop) == Room.texts(1...reached))
        try room.fixture.settle()
        slow.wire.read()
        #expect(slow.wire.messages(0x0A).count == reached)
        #expect(slow.wire.received.last == 0x0A)
        #expect(try quick.wire.messages(mark, 0x0A, on: room.fixture.loop) == Room.texts(1...mark))
    }

    @Test func `other bytes are sent between two frames, never within one`() throws {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 1 << 20), after: 0)
        let follower = try room.join()
        #expect(follower.channel.follow(log, after: 0) { _ in })
        var expected: [String] = []
        for mark in 1...2_000 {
            log.append(Room.frame(mark), mark: Int64(mark))
            expected.append(Room.text(mark))
            if mark % 100 == 0 { try room.fixture.settle() }
            if mark == 1_500 {
                follower.channel.send(Array("between\n".utf8))
                #expect(!follower.channel.rest.isEmpty)
            }
        }
        let got = try follower.wire.messages(2_001, 0x0A, on: room.fixture.loop)
        #expect(got.filter { $0 != "between" } == expected)
        #expect(got.count == 2_001)
    }

    @Test func `a subscriber that leaves receives the rest of a partly sent frame and no other`() throws {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 1 << 20), after: 0)
        let follower = try room.join()
        #expect(follower.channel.follow(log, after: 0) { _ in })
        for mark in 1...3_000 { log.append(Room.frame(mark), mark: Int64(mark)) }
        try room.fixture.settle()
        let reached = Int(try #require(log.mark(of: follower.channel)))
        #expect(reached < 3_000)
        follower.channel.leave()
        #expect(log.mark(of: follower.channel) == nil)
        follower.channel.send(Array("end\n".utf8))
        let got = try follower.wire.messages(reached + 1, 0x0A, on: room.fixture.loop)
        #expect(got == Room.texts(1...reached) + ["end"])
    }

    @Test func `all subscribers fall behind a frame larger than the log`() throws {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 4_096), after: 0)
        let follower = try room.join()
        var behind: Int64?
        #expect(follower.channel.follow(log, after: 0) { behind = $0 })
        log.append(Room.frame(1), mark: 1)
        try room.fixture.settle()
        log.append([UInt8](repeating: 0x78, count: 10_000), mark: 2)
        try room.fixture.settle()
        #expect(try follower.wire.messages(1, 0x0A, on: room.fixture.loop) == Room.texts(1...1))
        #expect(behind == 1)
        #expect(log.floor == 2)
        #expect(follower.channel.follow(log, after: 2) { _ in })
        log.append(Room.frame(3), mark: 3)
        #expect(try follower.wire.messages(2, 0x0A, on: room.fixture.loop) == [Room.text(1), Room.text(3)])
    }

    @Test func `a subscriber that disconnects leaves the positions of the others intact`() throws {
        let room = try Room()
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 65_536), after: 0)
        let followers = try (0..<5).map { _ in try room.join() }
        for follower in followers { #expect(follower.channel.follow(log, after: 0) { _ in }) }
        followers[0].wire.close()
        followers[3].wire.close()
        for mark in 1...3 { log.append(Room.frame(mark), mark: Int64(mark)) }
        for place in [1, 2, 4] {
            #expect(try followers[place].wire.messages(3, 0x0A, on: room.fixture.loop) == Room.texts(1...3))
        }
        try room.fixture.settle()
        #expect(log.count == 3)
    }

    @Test func `a turn sends no more than its budget, and the rest follows`() throws {
        var limits = Limits()
        limits.sendsPerTurn = 3
        let room = try Room(limits)
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 65_536), after: 0)
        let followers = try (0..<10).map { _ in try room.join() }
        for follower in followers { #expect(follower.channel.follow(log, after: 0) { _ in }) }
        try room.fixture.settle()
        var counts: [Int] = []
        log.append(Room.frame(1), mark: 1)
        while try room.fixture.loop.turn(timeout: .zero) {
            for follower in followers { follower.wire.read() }
            counts.append(followers.reduce(0) { $0 + $1.wire.count(0x0A) })
        }
        #expect(zip([0] + counts, counts).allSatisfy { $1 - $0 <= 3 })
        #expect(counts.last == 10)
    }

    @Test(arguments: 0..<10)
    func `a subscriber that leaves between two turns does not affect the others`(leaver: Int) throws {
        var limits = Limits()
        limits.sendsPerTurn = 3
        let room = try Room(limits)
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 65_536), after: 0)
        var followers = try (0..<10).map { _ in try room.join() }
        for follower in followers { #expect(follower.channel.follow(log, after: 0) { _ in }) }
        try room.fixture.settle()
        log.append(Room.frame(1), mark: 1)
        while !followers.contains(where: { $0.wire.count(0x0A) == 1 }) {
            #expect(try room.fixture.loop.turn(timeout: .zero))
            for follower in followers { follower.wire.read() }
        }
        followers.remove(at: leaver).channel.close()
        try room.fixture.settle()
        for follower in followers { follower.wire.read() }
        #expect(followers.map { $0.wire.count(0x0A) } == Array(repeating: 1, count: 9))
    }

    @Test func `slow and fast subscribers that join and leave miss nothing and receive nothing twice`() throws
    {
        var limits = Limits()
        limits.sendsPerTurn = 7
        let room = try Room(limits)
        let log = SharedFrames(of: try FrameLog(in: room.fixture.sockets, capacity: 8_192), after: 0)
        let readers = try (0..<20).map { _ in Reader(try room.join(), log) }
        var random = Xorshift(state: 7)
        var mark = 0
        for _ in 0..<500 {
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                mark += 1
                log.append(Room.frame(mark), mark: Int64(mark))
            }
            for (place, reader) in readers.enumerated()
            where Int.random(in: 0...place * 8, using: &random) == 0 {
                reader.follower.wire.read()
            }
            for reader in readers { reader.catchUp(upTo: mark) }
            try room.fixture.settle()
        }
        for reader in readers {
            try reader.follower.wire.until(room.fixture.loop) {
                reader.catchUp(upTo: mark)
                return reader.follower.wire.count(0x0A) >= mark
            }
            #expect(reader.follower.wire.messages(0x0A) == Room.texts(1...mark))
        }
        #expect(readers.contains { $0.fallen > 0 })
    }
}

/// A subscriber whose owner sends frames from a store after it has fallen behind the log.
@MainActor
private final class Reader {
    let follower: Follower
    let log: SharedFrames
    var fallen = 0
    /// The mark up to which the owner has sent; `nil` while it is in the group.
    private var served: Int64? = 0

    init(_ follower: Follower, _ log: SharedFrames) {
        self.follower = follower
        self.log = log
    }

    func catchUp(upTo last: Int) {
        guard var mark = served, follower.channel.unsent < 20_000 else { return }
        let end = min(Int64(last), mark + 200)
        while mark < end {
            mark += 1
            follower.channel.send(Room.frame(Int(mark)))
        }
        served = mark
        let isLive = follower.channel.follow(log, after: mark) { [unowned self] in
            fallen += 1
            served = $0
        }
        if isLive { served = nil }
    }
}
