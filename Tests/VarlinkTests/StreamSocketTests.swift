import Glibc
import Reactive
import Systemd
import Testing
import Varlink

@Suite @MainActor struct StreamSocketTests {
    @Test func `a client receives the owner's bytes, and its own input is not read`() throws {
        let fixture = try Fixture()
        var channels: [Channel] = []
        let socket = StreamSocket(in: fixture.sockets) { channel in
            channels.append(channel)
            channel.send(Array("hello\n".utf8))
        }
        let path = fixture.directory + "/lines"
        try socket.listen(path: path, mode: 0o600)
        let wire = try Wire(connecting: path)
        wire.send("nobody reads this\n")
        #expect(try wire.messages(1, 0x0A, on: fixture.loop) == ["hello"])
        wire.halfClose()
        try fixture.settle()
        channels[0].send(Array("more\n".utf8))
        #expect(try wire.messages(2, 0x0A, on: fixture.loop) == ["hello", "more"])
        #expect(channels[0].peer.uid == getuid())
        socket.stop()
    }

    @Test func `the owner is notified when a client disconnects`() throws {
        let fixture = try Fixture()
        var closed = 0
        var subscriptions: [AnyCancellable] = []
        let socket = StreamSocket(in: fixture.sockets) { channel in
            channel.closed.sink { closed += 1 }.store(in: &subscriptions)
        }
        try socket.listen(path: fixture.directory + "/lines", mode: 0o600)
        let wire = try Wire(connecting: fixture.directory + "/lines")
        try wire.until(fixture.loop) { fixture.sockets.count == 1 }
        wire.close()
        try fixture.turn { closed != 0 }
        #expect(fixture.sockets.count == 0)
        socket.stop()
    }

    @Test func `bytes sent before the close arrive`() throws {
        let fixture = try Fixture()
        let socket = StreamSocket(in: fixture.sockets) { channel in
            channel.send([UInt8](repeating: 0x0A, count: 1 << 20))
            channel.closeWhenSent()
            channel.send([0x0A])
        }
        try socket.listen(path: fixture.directory + "/lines", mode: 0o600)
        let wire = try Wire(connecting: fixture.directory + "/lines")
        try wire.untilEnd(on: fixture.loop)
        #expect(wire.received.count == 1 << 20)
        socket.stop()
    }
}
