import Systemd
import Varlink

/// A stream socket and the clients that connect to it.
@MainActor
final class Room {
    let fixture: Fixture
    private let lines: StreamSocket
    private var channels: Channels

    init(_ limits: Limits = Limits()) throws {
        fixture = try Fixture(limits)
        let channels = Channels()
        self.channels = channels
        lines = StreamSocket(in: fixture.sockets) { channels.list.append($0) }
        try lines.listen(path: fixture.directory + "/lines", mode: 0o600)
    }

    isolated deinit { lines.stop() }

    func join() throws -> Follower {
        let wire = try Wire(connecting: fixture.directory + "/lines")
        let count = channels.list.count
        try fixture.turn { channels.list.count != count }
        return Follower(wire: wire, channel: channels.list[count])
    }

    static func text(_ mark: Int) -> String {
        "{\"n\":\(mark)}" + String(repeating: " ", count: mark * 7 % 300)
    }
    static func frame(_ mark: Int) -> [UInt8] { Array((text(mark) + "\n").utf8) }
    static func texts(_ marks: ClosedRange<Int>) -> [String] { marks.map(text) }
}

@MainActor
final class Channels {
    var list: [Channel] = []
}

@MainActor
struct Follower {
    let wire: Wire
    let channel: Channel
}
