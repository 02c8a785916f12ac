import Glibc
import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct ConnectionTests {
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"
    private static let echo = "{\"method\":\"org.example.test.Echo\"}\0"

    @Test func `a call with more is answered many times, then for the last`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.follow)
        try wire.until(house.loop) { !house.calls.isEmpty }
        for n in 1...2 { house.calls[0].stream(["n": .int(n)]) }
        house.calls[0].reply(["n": 3])
        #expect(
            try wire.messages(3, on: house.loop)
                == [
                    "{\"parameters\":{\"n\":1},\"continues\":true}",
                    "{\"parameters\":{\"n\":2},\"continues\":true}", "{\"parameters\":{\"n\":3}}",
                ])
    }

    @Test func `a client that sends no more still gets its stream`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.follow)
        wire.halfClose()
        try wire.until(house.loop) { !house.calls.isEmpty }
        try house.settle()
        house.calls[0].stream(["n": 1])
        #expect(try wire.messages(1, on: house.loop).count == 1)
        #expect(!house.calls[0].isOver)
        house.calls[0].reply(["n": 2])
        #expect(try wire.messages(2, on: house.loop).count == 2)
        try wire.untilEnd(on: house.loop)
    }

    @Test func `requests before the half-close are all answered, then the connection ends`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(String(repeating: Self.echo, count: 100))
        wire.halfClose()
        try wire.untilEnd(on: house.loop)
        #expect(wire.messages().count == 100)
        #expect(house.sockets.count == 0)
    }

    @Test func `a hang-up is told to who answers the call`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.follow)
        try wire.until(house.loop) { !house.calls.isEmpty }
        var isClosed = false
        let subscription = house.calls[0].closed.sink { isClosed = true }
        wire.close()
        while !isClosed { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(house.calls[0].isOver)
        #expect(house.sockets.count == 0)
        house.calls[0].stream(["n": 1])
        house.calls[0].reply()
        #expect(house.calls[0].unsent == 0)
        subscription.cancel()
    }

    @Test func `what a client sent before it went is still served`() throws {
        let house = try House()
        let wire = try house.connect()
        let note = "{\"method\":\"org.example.test.Note\",\"oneway\":true}\0"
        wire.send(String(repeating: note, count: 50) + String(repeating: " ", count: 30_000))
        wire.send(String(repeating: note + String(repeating: " ", count: 30_000), count: 3) + note)
        wire.close()
        try wire.until(house.loop) { house.notes == 54 }
        try house.settle()
        #expect(house.sockets.count == 0)
    }

    @Test func `a client that floods leaves the others their turn`() throws {
        var limits = Limits()
        limits.requestsPerTurn = 4
        let house = try House(limits)
        let (flooder, other) = (try house.connect(), try house.connect())
        flooder.send(String(repeating: Self.echo, count: 1_000))
        try house.settleUntilServing(flooder)
        other.send(Self.echo)
        #expect(try other.messages(1, on: house.loop).count == 1)
        flooder.read()
        #expect(flooder.count() < 1_000)
        #expect(try flooder.messages(1_000, on: house.loop).count == 1_000)
    }

    @Test func `a client that does not read its answers is not served further`() throws {
        var limits = Limits()
        limits.unsent = 10_000
        let house = try House(limits)
        let wire = try house.connect()
        let text = String(repeating: "x", count: 1_000)
        let call = "{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"\(text)\"}}\0"
        var sent = 0
        for _ in 0..<2_000 {
            if wire.send(call) == call.utf8.count { sent += 1 } else { break }
            try house.settle()
        }
        #expect(sent < 2_000)
        wire.halfClose()
        try wire.until(house.loop) { wire.count() >= sent }
        #expect(wire.messages().allSatisfy { $0.hasPrefix("{\"parameters\":{\"text\":\"xxx") })
    }

    @Test func `the rest of a message must come in time`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":")
        try house.settle()
        house.clock.advance(by: .seconds(20))
        wire.send("\"")
        try house.settle()
        wire.read()
        #expect(!wire.isAtEnd)
        house.clock.advance(by: .seconds(20))
        try wire.untilEnd(on: house.loop)
        #expect(String(decoding: wire.received, as: UTF8.self).contains("in time"))
    }

    @Test func `each message has its own time`() throws {
        let house = try House()
        let wire = try house.connect()
        let note = "{\"method\":\"org.example.test.Note\",\"oneway\":true}\0"
        wire.send(note + "{")
        for _ in 0..<10 {
            try house.settle()
            house.clock.advance(by: .seconds(20))
            wire.send(note.dropFirst() + "{")
        }
        try wire.until(house.loop) { house.notes == 11 }
        #expect(!wire.isAtEnd)
    }

    @Test func `a client without a half message may be silent for ever`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.echo + "{")
        #expect(try wire.messages(1, on: house.loop).count == 1)
        wire.send("\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(2, on: house.loop).count == 2)
        house.clock.advance(by: .seconds(86_400))
        try house.settle()
        wire.read()
        #expect(!wire.isAtEnd)
    }

    @Test(arguments: [(2, 9), (9, 2)])
    func `connections of one user and of all are limited`(ofOne: Int, ofAll: Int) throws {
        var limits = Limits()
        (limits.connectionsPerUser, limits.connections) = (ofOne, ofAll)
        let house = try House(limits)
        let wires = [try house.connect(), try house.connect(), try house.connect()]
        try wires[2].untilEnd(on: house.loop)
        #expect(house.sockets.count == 2)
        wires[0].close()
        try wires[1].until(house.loop) { house.sockets.count == 1 }
        let fourth = try house.connect()
        fourth.send(Self.echo)
        #expect(try fourth.messages(1, on: house.loop).count == 1)
    }

    @Test func `a call goes on where another process left it`() throws {
        let house = try House()
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let wire = Wire(pair[0])
        let message = CallMessage(method: "org.example.test.Follow", more: true)
        let call = try house.server.resume(message, .newline, on: FileDescriptor(owning: pair[1]))
        #expect(house.sockets.count == 1)
        call.channel.send(Array("st of a message\n".utf8))
        call.stream(["n": 1])
        wire.send("{\"method\":\"org.example.test.Echo\"}\n")
        call.reply(["n": 2])
        #expect(
            try wire.messages(4, 0x0A, on: house.loop)
                == [
                    "st of a message", "{\"parameters\":{\"n\":1},\"continues\":true}",
                    "{\"parameters\":{\"n\":2}}", "{\"parameters\":{}}",
                ])
    }

    @Test func `a descriptor that is sent along is dropped`() throws {
        let house = try House()
        let wire = try house.connect()
        var pipes: [CInt] = [0, 0]
        #expect(pipe(&pipes) == 0)
        #expect(wire.send(Self.echo, with: pipes[1]) == Self.echo.utf8.count)
        close(pipes[1])
        #expect(try wire.messages(1, on: house.loop).count == 1)
        var byte: UInt8 = 0
        #expect(read(pipes[0], &byte, 1) == 0)
        close(pipes[0])
    }
}

extension House {
    /// Turns the loop until a first answer has gone out.
    fileprivate func settleUntilServing(_ wire: Wire) throws {
        try wire.until(loop) { !wire.received.isEmpty }
    }
}

extension Wire {
    /// Sends text and a descriptor with it, see cmsg(3).
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
                    (message.msg_iov, message.msg_iovlen) = (vector, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, 24)
                    return sendmsg(raw, &message, 0)
                }
            }
        }
    }
}
