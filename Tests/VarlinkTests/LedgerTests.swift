import Glibc
import Systemd
import Testing
import Varlink

/// The progress of subscribers that one process records, and that a successor reads after a sudden end.
@Suite @MainActor struct LedgerTests {
    @Test func `whenever a process ends, the next one continues at the position of each subscriber`() throws {
        var random = Xorshift(state: 11)
        let stage = try Stage(readers: 7)
        for life in 1...15 {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                for _ in 0..<Int.random(in: 0...40, using: &random) { stage.write() }
                for (place, wire) in stage.wires.enumerated()
                where Int.random(in: 0...place, using: &random) == 0 { wire.read() }
                try stage.life.fixture.settle()
            }
            // Appends frames that are not sent yet, and some that the sockets have no room for.
            for _ in 0..<life { stage.write() }
            try stage.crash()
        }
        stage.write()
        for wire in stage.wires {
            try wire.until(stage.life.fixture.loop) { wire.count(0x0A) >= stage.mark }
            #expect(wire.messages(0x0A) == (1...stage.mark).map(Stage.text))
        }
        #expect(stage.rests > 10)
    }

    @Test func `the data of an entry are restored, however long they are`() throws {
        for count in [0, 20, 104, 105, 100_000] {
            let stage = try Stage(readers: 1, about: [UInt8](repeating: 0x61, count: count))
            for _ in 0..<2_000 { stage.write() }
            try stage.life.fixture.settle()
            let entries = try stage.adopted().entries
            #expect(entries.map(\.about.count) == [count])
            #expect(entries.first?.rest.isEmpty == false)
            #expect(entries.first?.socket == Ledger.socket(stage.life.channels[0].raw))
        }
    }

    @Test func `closing a channel hangs up for all processes with its socket, and frees the entry`() throws {
        let stage = try Stage(readers: 2)
        let other = dup(stage.life.channels[0].raw)
        defer { close(other) }
        stage.life.channels[0].close()
        try stage.wires[0].untilEnd(on: stage.life.fixture.loop)
        #expect(try stage.adopted().entries.count == 1)
    }

    @Test func `an entry that claims too much space is not read`() throws {
        let stage = try Stage(readers: 1, about: [UInt8](repeating: 0x61, count: 100_000))
        stage.write()
        try stage.life.fixture.settle()
        let ledger = try stage.adopted()
        // The areas of other entries follow, so the file is large enough for the claimed lengths.
        for (field, room) in [(16, UInt32(1) << 18), (20, UInt32(1) << 26)] {
            let file = dup(ledger.raw)
            defer { close(file) }
            var claim = room + 1
            var before = UInt32(0)
            let place = off_t(128 + field)
            let isClaimed =
                ftruncate(file, 1 << 30) == 0 && pread(file, &before, 4, place) == 4
                && pwrite(file, &claim, 4, place) == 4
            #expect(isClaimed)
            #expect(try stage.adopted().entries.isEmpty)
            let isRestored = pwrite(file, &before, 4, place) == 4
            #expect(isRestored)
        }
        #expect(try stage.adopted().entries.count == 1)
    }

    @Test func `a file that is not a ledger is refused`() throws {
        let memory = try KeptMemory(mapping: 13 * 128)
        #expect(throws: SystemError.self) {
            _ = try Ledger(adopting: FileDescriptor(owning: dup(memory.raw)), entries: 12)
        }
        let ledger = try Ledger(named: "log", entries: 12)
        #expect(throws: SystemError.self) {
            _ = try Ledger(adopting: FileDescriptor(owning: dup(ledger.raw)), entries: 13)
        }
        let adopted = try Ledger(adopting: FileDescriptor(owning: dup(ledger.raw)), entries: 12)
        #expect(adopted.name == "log")
    }
}

/// Subscribers and the process that serves them; earlier processes stay idle, as if they had ended.
@MainActor
private final class Stage {
    let wires: [Wire]
    /// The number of frames written.
    private(set) var mark = 0
    /// How often a process found a partly sent frame.
    private(set) var rests = 0
    private(set) var life: Life
    private var dead: [Life] = []
    private let about: [UInt8]

    init(readers count: Int, about: [UInt8] = []) throws {
        self.about = about
        var ends: [CInt] = [0, 0]
        var (near, far): ([CInt], [CInt]) = ([], [])
        for _ in 0..<count {
            try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
            near.append(ends[0])
            far.append(ends[1])
        }
        wires = far.map { Wire($0) }
        life = try Life(Ledger(named: "log", entries: count))
        for raw in near {
            let channel = try life.adopt(raw)
            #expect(life.follow(channel, after: 0))
            let isKept = channel.keep { [life] in (life.reached(by: channel), about) }
            #expect(isKept)
        }
    }

    static func text(_ mark: Int) -> String {
        "{\"n\":\(mark)}" + String(repeating: " ", count: mark * 37 % 3_000)
    }

    /// Writes a frame for all subscribers.
    func write() {
        mark += 1
        life.log.append(Array((Stage.text(mark) + "\n").utf8), mark: Int64(mark))
    }

    /// Returns the ledger as another process opens it.
    func adopted() throws -> Ledger {
        try Ledger(adopting: FileDescriptor(owning: dup(life.ledger.raw)), entries: wires.count)
    }

    /// Ends the process abruptly. A successor receives the sockets and the ledger, and sends again what a
    /// subscriber has not received.
    func crash() throws {
        let ledger = try adopted()
        let sockets = Dictionary(
            uniqueKeysWithValues: life.channels.compactMap { channel in
                Ledger.socket(channel.raw).map { ($0, dup(channel.raw)) }
            })
        dead.append(life)
        let entries = ledger.entries
        #expect(entries.count == wires.count)
        life = try Life(ledger)
        for entry in entries {
            let channel = try life.adopt(#require(sockets[entry.socket]))
            rests += entry.rest.isEmpty ? 0 : 1
            channel.send(entry.rest)
            for lacking in Int(entry.mark)..<mark {
                channel.send(Array((Stage.text(lacking + 1) + "\n").utf8))
            }
            #expect(life.follow(channel, after: Int64(mark)))
            channel.keep(at: entry.place, in: ledger) { [life, about] in (life.reached(by: channel), about) }
        }
    }
}

/// A process that serves subscribers.
@MainActor
private final class Life {
    let fixture: Fixture
    let ledger: Ledger
    let log: SharedFrames
    private(set) var channels: [Channel] = []
    /// The mark after which each socket joined the log.
    private var joined: [CInt: Int64] = [:]

    init(_ ledger: Ledger) throws {
        self.ledger = ledger
        fixture = try Fixture()
        fixture.sockets.ledger = ledger
        log = SharedFrames(of: try FrameLog(in: fixture.sockets, capacity: 4 << 20), after: 0)
    }

    func adopt(_ raw: CInt) throws -> Channel {
        let channel = try fixture.sockets.adopt(FileDescriptor(owning: raw))
        channels.append(channel)
        return channel
    }

    /// Returns the mark up to which everything has been sent or waits in the channel's rest.
    func reached(by channel: Channel) -> Int64 {
        max(joined[channel.raw] ?? 0, log.mark(of: channel) ?? 0)
    }

    func follow(_ channel: Channel, after mark: Int64) -> Bool {
        joined[channel.raw] = mark
        return channel.follow(log, after: mark) { _ in Issue.record("a reader fell behind") }
    }
}
