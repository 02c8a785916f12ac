import Glibc
import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct ConnectionTests {
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"
    private static let echo = "{\"method\":\"org.example.test.Echo\"}\0"

    @Test func `a call with more receives several replies and a last one`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.follow)
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        for n in 1...2 { fixture.calls[0].stream(["n": .int(n)]) }
        fixture.calls[0].reply(["n": 3])
        #expect(
            try wire.messages(3, on: fixture.loop)
                == [
                    "{\"parameters\":{\"n\":1},\"continues\":true}",
                    "{\"parameters\":{\"n\":2},\"continues\":true}", "{\"parameters\":{\"n\":3}}",
                ])
    }

    @Test func `a client that closes its sending side still receives its stream`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.follow)
        wire.halfClose()
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        try fixture.settle()
        fixture.calls[0].stream(["n": 1])
        #expect(try wire.messages(1, on: fixture.loop).count == 1)
        #expect(!fixture.calls[0].isOver)
        fixture.calls[0].reply(["n": 2])
        #expect(try wire.messages(2, on: fixture.loop).count == 2)
        try wire.untilEnd(on: fixture.loop)
    }

    @Test func `requests before the half-close are all answered, then the connection ends`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(String(repeating: Self.echo, count: 100))
        wire.halfClose()
        try wire.untilEnd(on: fixture.loop)
        #expect(wire.messages().count == 100)
        #expect(fixture.sockets.count == 0)
    }

    @Test func `the handler of a call is notified when the client disconnects`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.follow)
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        var isClosed = false
        let subscription = fixture.calls[0].closed.sink { isClosed = true }
        wire.close()
        try fixture.turn { isClosed }
        #expect(fixture.calls[0].isOver)
        #expect(fixture.sockets.count == 0)
        fixture.calls[0].stream(["n": 1])
        fixture.calls[0].reply()
        #expect(fixture.calls[0].unsent == 0)
        subscription.cancel()
    }

    @Test func `requests that a client sent before it disconnected are still processed`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        let note = "{\"method\":\"org.example.test.Note\",\"oneway\":true}\0"
        wire.send(String(repeating: note, count: 50) + String(repeating: " ", count: 30_000))
        wire.send(String(repeating: note + String(repeating: " ", count: 30_000), count: 3) + note)
        wire.close()
        try wire.until(fixture.loop) { fixture.notes == 54 }
        try fixture.settle()
        #expect(fixture.sockets.count == 0)
    }

    @Test func `a client that sends very many requests does not delay other clients`() throws {
        var limits = Limits()
        limits.requestsPerTurn = 4
        let fixture = try Fixture(limits)
        let (flooder, other) = (try fixture.connect(), try fixture.connect())
        flooder.send(String(repeating: Self.echo, count: 1_000))
        try fixture.settleUntilServing(flooder)
        other.send(Self.echo)
        #expect(try other.messages(1, on: fixture.loop).count == 1)
        flooder.read()
        #expect(flooder.count() < 1_000)
        #expect(try flooder.messages(1_000, on: fixture.loop).count == 1_000)
    }

    @Test func `requests of a client that does not read its replies wait`() throws {
        var limits = Limits()
        limits.unsent = 10_000
        let fixture = try Fixture(limits)
        let wire = try fixture.connect()
        let text = String(repeating: "x", count: 1_000)
        let call = "{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"\(text)\"}}\0"
        var sent = 0
        for _ in 0..<2_000 {
            if wire.send(call) == call.utf8.count { sent += 1 } else { break }
            try fixture.settle()
        }
        #expect(sent < 2_000)
        wire.halfClose()
        try wire.until(fixture.loop) { wire.count() >= sent }
        #expect(wire.messages().allSatisfy { $0.hasPrefix("{\"parameters\":{\"text\":\"xxx") })
    }

    @Test func `the rest of a message must arrive in time`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":")
        try fixture.settle()
        fixture.clock.advance(by: .seconds(20))
        wire.send("\"")
        try fixture.settle()
        wire.read()
        #expect(!wire.isAtEnd)
        fixture.clock.advance(by: .seconds(20))
        try wire.untilEnd(on: fixture.loop)
        #expect(String(decoding: wire.received, as: UTF8.self).contains("in time"))
    }

    @Test func `each message has its own time limit`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        let note = "{\"method\":\"org.example.test.Note\",\"oneway\":true}\0"
        wire.send(note + "{")
        for _ in 0..<10 {
            try fixture.settle()
            fixture.clock.advance(by: .seconds(20))
            wire.send(note.dropFirst() + "{")
        }
        try wire.until(fixture.loop) { fixture.notes == 11 }
        #expect(!wire.isAtEnd)
    }

    @Test func `a client without an unfinished message may stay silent for ever`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.echo + "{")
        #expect(try wire.messages(1, on: fixture.loop).count == 1)
        wire.send("\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(2, on: fixture.loop).count == 2)
        fixture.clock.advance(by: .seconds(86_400))
        try fixture.settle()
        wire.read()
        #expect(!wire.isAtEnd)
    }

    @Test(arguments: [(2, 9), (9, 2)])
    func `the connections of one user and of all users are limited`(ofOne: Int, ofAll: Int) throws {
        var limits = Limits()
        limits.connectionsPerUser = ofOne
        limits.connections = ofAll
        let fixture = try Fixture(limits)
        let wires = [try fixture.connect(), try fixture.connect(), try fixture.connect()]
        try wires[2].untilEnd(on: fixture.loop)
        #expect(fixture.sockets.count == 2)
        wires[0].close()
        try wires[1].until(fixture.loop) { fixture.sockets.count == 1 }
        let fourth = try fixture.connect()
        fourth.send(Self.echo)
        #expect(try fourth.messages(1, on: fixture.loop).count == 1)
    }

    @Test func `a call continues where another process left it`() throws {
        let fixture = try Fixture()
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let wire = Wire(pair[0])
        let message = CallMessage(method: "org.example.test.Follow", more: true)
        let call = try fixture.server.resume(message, .newline, on: FileDescriptor(owning: pair[1]))
        #expect(fixture.sockets.count == 1)
        call.channel.send(Array("st of a message\n".utf8))
        call.stream(["n": 1])
        wire.send("{\"method\":\"org.example.test.Echo\"}\n")
        call.reply(["n": 2])
        #expect(
            try wire.messages(4, 0x0A, on: fixture.loop)
                == [
                    "st of a message", "{\"parameters\":{\"n\":1},\"continues\":true}",
                    "{\"parameters\":{\"n\":2}}", "{\"parameters\":{}}",
                ])
    }

    @Test func `a descriptor that is sent with a message is discarded`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        var pipes: [CInt] = [0, 0]
        #expect(pipe(&pipes) == 0)
        #expect(wire.send(Self.echo, with: pipes[1]) == Self.echo.utf8.count)
        close(pipes[1])
        #expect(try wire.messages(1, on: fixture.loop).count == 1)
        var byte: UInt8 = 0
        #expect(read(pipes[0], &byte, 1) == 0)
        close(pipes[0])
    }
}

extension Fixture {
    /// Runs the loop until a first reply has been sent.
    fileprivate func settleUntilServing(_ wire: Wire) throws {
        try wire.until(loop) { !wire.received.isEmpty }
    }
}

extension Wire {
    /// Sends text together with a descriptor, see cmsg(3).
    fileprivate func send(_ text: String, with descriptor: CInt) -> Int {
        var control: [UInt64] = [
            20, UInt64(SCM_RIGHTS) << 32 | UInt64(SOL_SOCKET), UInt64(descriptor),
        ]
        var bytes = Array(text.utf8)
        return bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = 24
                    return sendmsg(raw, &message, 0)
                }
            }
        }
    }
}
