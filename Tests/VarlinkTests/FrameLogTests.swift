import Glibc
import Records
import Testing
import Varlink

/// Several groups of subscribers that need different frames of one log.
@Suite @MainActor struct FrameLogTests {
    /// The group with step n needs every nth frame.
    private static let steps = [1, 2, 7, 40]

    private static func wanted(_ marks: ClosedRange<Int>, _ step: Int) -> [String] {
        marks.filter { $0 % step == 0 }.map(Room.text)
    }

    @Test func `each group receives its frames, however they lie in the log`() throws {
        let room = try Room()
        let log = try FrameLog(in: room.fixture.sockets, capacity: 1 << 20)
        let lists = Self.steps.map { _ in SharedFrames(of: log, after: 0) }
        let followers = try Self.steps.map { _ in try room.join() }
        for (follower, list) in zip(followers, lists) { #expect(follower.channel.follow(list, after: 0)) }
        for burst in 0..<20 {
            for mark in burst * 50 + 1...burst * 50 + 50 { Self.tell(mark, log, lists) }
            try room.fixture.settle()
        }
        for (follower, step) in zip(followers, Self.steps) {
            let expected = Self.wanted(1...1_000, step)
            #expect(try follower.wire.messages(expected.count, 0x0A, on: room.fixture.loop) == expected)
            #expect(lists.allSatisfy { $0.floor == $0.last })
        }
    }

    @Test func `a subscriber that does not read receives what its socket accepted, then falls behind`() throws
    {
        let room = try Room()
        let log = try FrameLog(in: room.fixture.sockets, capacity: 65_536)
        let lists = Self.steps.map { _ in SharedFrames(of: log, after: 0) }
        let readers = try zip(Self.steps, lists).map { SlowReader(try room.join(), of: $1, step: $0) }
        var mark = 0
        while readers.contains(where: { $0.behind == nil }), mark < 200_000 {
            mark += 1
            Self.tell(mark, log, lists)
            if mark % 10 == 0 { try room.fixture.settle() }
        }
        for reader in readers {
            let behind = Int(try #require(reader.behind))
            let expected = Self.wanted(1...behind, reader.step)
            let got = try reader.follower.wire.messages(expected.count, 0x0A, on: room.fixture.loop)
            #expect(got == expected)
            #expect(reader.follower.wire.received.last == 0x0A)
        }
        #expect(lists.allSatisfy { $0.count == 0 })
    }

    @Test
    func `slow subscribers of several groups miss no frame before they fall behind, and receive none twice`()
        throws
    {
        var limits = Limits()
        limits.sendsPerTurn = 7
        let room = try Room(limits)
        let log = try FrameLog(in: room.fixture.sockets, capacity: 16_384)
        let lists = Self.steps.map { _ in SharedFrames(of: log, after: 0) }
        let readers = try (0..<16).map { number in
            SlowReader(try room.join(), of: lists[number % 4], step: Self.steps[number % 4])
        }
        var random = Xorshift(state: 11)
        var mark = 0
        for _ in 0..<400 {
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                mark += 1
                Self.tell(mark, log, lists)
            }
            for (place, reader) in readers.enumerated()
            where Int.random(in: 0...place * 4, using: &random) == 0 {
                reader.follower.wire.read()
            }
            try room.fixture.settle()
        }
        for reader in readers {
            let last = reader.behind.map(Int.init) ?? mark
            let expected = Self.wanted(1...last, reader.step)
            #expect(
                try reader.follower.wire.messages(expected.count, 0x0A, on: room.fixture.loop) == expected)
        }
        #expect(readers.contains { $0.behind != nil } && readers.contains { $0.behind == nil })
    }

    @Test func `frames that fill the buffer are sent at once, and the rest follows`() throws {
        let room = try Room()
        let log = try FrameLog(in: room.fixture.sockets, capacity: 4 << 20)
        let (one, other) = (SharedFrames(of: log, after: 0), SharedFrames(of: log, after: 0))
        let follower = try room.join()
        #expect(follower.channel.follow(one, after: 0))
        let frames = (1...300).map { [UInt8](repeating: UInt8(0x20 + $0 % 60), count: 999) + [0x0A] }
        for (place, frame) in frames.enumerated() {
            let logged = log.append(frame)
            (place % 2 == 0 ? one : other).append(logged, mark: Int64(place + 1))
        }
        let expected = stride(from: 0, to: 300, by: 2).map {
            String(decoding: frames[$0].dropLast(), as: UTF8.self)
        }
        #expect(try follower.wire.messages(150, 0x0A, on: room.fixture.loop) == expected)
    }

    private static func tell(_ mark: Int, _ log: FrameLog, _ lists: [SharedFrames]) {
        let frame = log.append(Room.frame(mark))
        for (list, step) in zip(lists, steps) where mark % step == 0 { list.append(frame, mark: Int64(mark)) }
    }
}

/// A subscriber that stays in its group until it falls behind.
@MainActor
private final class SlowReader {
    let follower: Follower
    let step: Int
    /// The mark that it had reached when it fell behind; `nil` before.
    private(set) var behind: Int64?

    init(_ follower: Follower, of list: SharedFrames, step: Int) {
        self.follower = follower
        self.step = step
        let follows = follower.channel.follow(list, after: 0) { [unowned self] mark in behind = mark }
        #expect(follows)
    }
}
