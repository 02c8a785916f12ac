import Glibc
import Reactive
import Systemd
import Testing
import Varlink

@Suite @MainActor struct StreamSocketTests {
    @Test func `who connects is sent what the owner sends, and is not read from`() throws {
        let house = try House()
        var channels: [Channel] = []
        let socket = StreamSocket(in: house.sockets) { channel in
            channels.append(channel)
            channel.send(Array("hello\n".utf8))
        }
        let path = house.directory + "/lines"
        try socket.listen(path: path, mode: 0o600)
        let wire = try Wire(connecting: path)
        wire.send("nobody reads this\n")
        #expect(try wire.messages(1, 0x0A, on: house.loop) == ["hello"])
        wire.halfClose()
        try house.settle()
        channels[0].send(Array("more\n".utf8))
        #expect(try wire.messages(2, 0x0A, on: house.loop) == ["hello", "more"])
        #expect(channels[0].peer.uid == getuid())
        socket.stop()
    }

    @Test func `the owner is told when who listened has gone`() throws {
        let house = try House()
        var closed = 0
        var subscriptions: [AnyCancellable] = []
        let socket = StreamSocket(in: house.sockets) { channel in
            channel.closed.sink { closed += 1 }.store(in: &subscriptions)
        }
        try socket.listen(path: house.directory + "/lines", mode: 0o600)
        let wire = try Wire(connecting: house.directory + "/lines")
        try wire.until(house.loop) { house.sockets.count == 1 }
        wire.close()
        while closed == 0 { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(house.sockets.count == 0)
        socket.stop()
    }

    @Test func `what was sent before the close arrives`() throws {
        let house = try House()
        let socket = StreamSocket(in: house.sockets) { channel in
            channel.send([UInt8](repeating: 0x0A, count: 1 << 20))
            channel.closeWhenSent()
            channel.send([0x0A])
        }
        try socket.listen(path: house.directory + "/lines", mode: 0o600)
        let wire = try Wire(connecting: house.directory + "/lines")
        try wire.untilEnd(on: house.loop)
        #expect(wire.received.count == 1 << 20)
        socket.stop()
    }
}
