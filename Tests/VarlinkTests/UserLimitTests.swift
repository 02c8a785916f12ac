import Glibc
import Reactive
import Records
import Systemd
import Testing
import Varlink

/// Users who open many connections and neither read replies nor finish requests.
@Suite @MainActor struct UserLimitTests {
    private static let text = String(repeating: "x", count: 60_000)
    private static let large =
        "{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"\(text)\"}}\0"
    private static let small = "{\"method\":\"org.example.test.Echo\"}\0"
    private static let wait = "{\"method\":\"org.example.test.Wait\"}\0"
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"

    private func connect(_ count: Int, to fixture: Fixture) throws -> [Wire] {
        let wires = try (0..<count).map { _ in try fixture.connect() }
        try fixture.settle()
        return wires
    }

    /// Runs the loop, with all wires reading, until a condition holds.
    private func read(_ wires: [Wire], _ fixture: Fixture, until holds: () -> Bool) throws {
        for _ in 0..<60_000 where !holds() {
            for wire in wires { wire.read() }
            try fixture.settle()
        }
        #expect(holds())
    }

    @Test func `unread replies of a user are limited, and further requests are answered once they are read`()
        throws
    {
        var limits = Limits()
        limits.unsentPerUser = 1 << 20
        let fixture = try Fixture(limits)
        let wires = try connect(40, to: fixture)
        var most = 0
        for wire in wires {
            for _ in 0..<2 {
                wire.send(Self.large)
                try fixture.settle()
                most = max(most, fixture.sockets.unsent)
            }
        }
        #expect(most > 1 << 19)
        #expect(most <= 1 << 20 + 65_536)
        try read(wires, fixture) { wires.allSatisfy { $0.count() == 2 } && fixture.sockets.unsent == 0 }
        #expect(
            wires.allSatisfy { $0.messages().allSatisfy { $0.hasPrefix("{\"parameters\":{\"text\":\"xxx") } })
    }

    @Test func `a large reply is replaced by an error while the user has too many unread bytes`() throws {
        var limits = Limits()
        limits.unsentPerUser = 1 << 20
        let fixture = try Fixture(limits)
        fixture.server.tooMuchUnread = { ServiceError("org.example.test.Refused", ["limit": .int($0)]) }
        let wires = try connect(10, to: fixture)
        for wire in wires { wire.send(Self.wait) }
        try fixture.settle()
        let page = JSON.string(String(repeating: "x", count: 1 << 19))
        for call in fixture.calls { call.reply(["page": page]) }
        try fixture.settle()
        #expect(fixture.sockets.unsent <= 1 << 20 + 1 << 19)
        try read(wires, fixture) { wires.allSatisfy { $0.count() == 1 } }
        let refused = wires.filter {
            $0.messages()[0].contains("Refused\",\"parameters\":{\"limit\":1048576}")
        }
        #expect(refused.count >= 5)
        #expect(refused.count < 10)
        wires[9].send(Self.small)
        #expect(try wires[9].messages(2, on: fixture.loop).count == 2)
    }

    @Test func `the connection with the most unsent bytes is closed if its user has too many for long`()
        throws
    {
        var limits = Limits()
        limits.unsentPerUser = 1 << 20
        let fixture = try Fixture(limits)
        let wires = try connect(3, to: fixture)
        for wire in wires {
            wire.send(Self.follow)
            try fixture.settle()
        }
        let size = [1 << 18, 1 << 22, 1 << 18]
        for (call, size) in zip(fixture.calls, size) {
            call.stream(["n": .string(String(repeating: "x", count: size))])
        }
        try fixture.settle()
        fixture.clock.advance(by: .seconds(20))
        #expect(fixture.calls.allSatisfy { !$0.isOver })
        fixture.clock.advance(by: .seconds(20))
        #expect(fixture.calls.map(\.isOver) == [false, true, false])
        try wires[1].untilEnd(on: fixture.loop)
    }

    @Test func `unfinished requests of a user are limited, and those of others are answered`() throws {
        var limits = Limits()
        limits.receivedPerUser = 1 << 18
        let fixture = try Fixture(limits)
        let wires = try connect(20, to: fixture)
        for wire in wires { wire.send(Self.large.dropLast(2)) }
        try fixture.settle()
        for wire in wires { wire.read() }
        let refused = wires.filter(\.isAtEnd)
        #expect(refused.count >= 14)
        #expect(refused.count < 20)
        #expect(refused.allSatisfy { $0.messages()[0].contains("too large") })
        fixture.isPrivileged = true
        let other = try fixture.connect()
        other.send(Self.large)
        #expect(try other.messages(1, on: fixture.loop).count == 1)
    }

    @Test func `a finished request frees its received bytes`() throws {
        var limits = Limits()
        limits.receivedPerUser = 1 << 18
        let fixture = try Fixture(limits)
        let wires = try connect(2, to: fixture)
        for round in 1...20 {
            for wire in wires {
                wire.send(Self.large)
                #expect(try wire.messages(round, on: fixture.loop).count == round)
            }
        }
    }

    @Test func `slots are reserved for privileged users`() throws {
        var limits = Limits()
        limits.connections = 10
        limits.connectionsPerUser = 100
        limits.reservedConnections = 3
        let fixture = try Fixture(limits)
        let crowd = try connect(12, to: fixture)
        #expect(fixture.sockets.count == 7)
        fixture.isPrivileged = true
        let others = try connect(3, to: fixture)
        for wire in others {
            wire.send(Self.small)
            #expect(try wire.messages(1, on: fixture.loop).count == 1)
        }
        #expect(
            crowd.count {
                $0.read(); return $0.isAtEnd
            } == 5)
    }

    @Test func `idle connections are closed when slots run short, the oldest first, but none with a call`()
        throws
    {
        var limits = Limits()
        limits.connectionsPerUser = 16
        let fixture = try Fixture(limits)
        let follower = try connect(1, to: fixture)[0]
        follower.send(Self.follow)
        let asker = try connect(1, to: fixture)[0]
        asker.send(Self.small)
        #expect(try asker.messages(1, on: fixture.loop).count == 1)
        let silent = try (0..<10).map { _ in
            fixture.clock.advance(by: .seconds(1))
            return try connect(1, to: fixture)[0]
        }
        fixture.clock.advance(by: .seconds(600))
        #expect(fixture.sockets.count == 12)

        let late = try connect(6, to: fixture)
        #expect(fixture.sockets.count == 16)
        fixture.clock.advance(by: .seconds(2))
        try fixture.settle()
        for wire in [follower, asker] + silent + late { wire.read() }
        #expect(fixture.sockets.count == 14)
        #expect(asker.isAtEnd)
        #expect(silent.map(\.isAtEnd) == [true] + [Bool](repeating: false, count: 9))
        #expect(!follower.isAtEnd)
        #expect(late[5].isAtEnd)

        fixture.calls[0].reply()
        #expect(try follower.messages(1, on: fixture.loop).count == 1)
    }

    @Test func `a closed connection counts until its peer has read everything`() throws {
        var limits = Limits()
        limits.connectionsPerUser = 2
        let fixture = try Fixture(limits)
        let wires = try connect(2, to: fixture)
        for wire in wires {
            wire.send(Self.small)
            wire.halfClose()
        }
        try fixture.settle()
        let third = try connect(1, to: fixture)[0]
        third.read()
        #expect(third.isAtEnd)
        #expect(fixture.sockets.count == 0)
        #expect(fixture.sockets.unsent > 0)
        wires[0].read()
        wires[1].close()
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.sockets.unsent == 0)
        #expect(wires[0].count() == 1)
        let fourth = try connect(1, to: fixture)[0]
        fourth.send(Self.small)
        #expect(try fourth.messages(1, on: fixture.loop).count == 1)
    }
}
