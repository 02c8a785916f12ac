import Daemon
import Glibc
import Reactive
import Systemd
import TestDocuments
import Testing

/// A daemon that cannot serve, and clients that wait at its sockets.
@Suite struct RefusalTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Returns a listening socket as the service manager passes it.
    private func socket(_ name: String) throws -> PassedDescriptor {
        let path = folder.path + "/" + name
        let raw = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        let isBound = RawSocket.with(path) { bind(raw, $0, $1) } == 0
        try #require(isBound && listen(raw, 16) == 0)
        return PassedDescriptor(name: name, FileDescriptor(owning: raw))
    }

    @Test func `clients that wait receive the reason, until the time is over`() throws {
        let loop = try EventLoop()
        let passed = [try socket("varlink"), try socket("lines")]
        let caller = RawPeer(folder.path + "/varlink")
        caller.send("{\"method\":\"io.almanac.GetStatus\",\"parameters\":{}}\n")
        let listener = RawSocket(folder.path + "/lines")
        var isOver = false
        let made = try Refusal("because", to: passed, on: loop, clock: AnyScheduler(clock)) { isOver = true }
        let refusal = try #require(made)
        while caller.lines.isEmpty { _ = try loop.turn(timeout: .milliseconds(1)) }
        #expect(caller.lines == [#"{"error":"io.almanac.CannotServe","parameters":{"message":"because"}}"#])
        while !listener.isAtEnd {
            _ = try loop.turn(timeout: .milliseconds(1))
            _ = listener.receive()
        }

        clock.advance(by: Refusal.duration - .milliseconds(1))
        #expect(!isOver)
        let later = RawPeer(folder.path + "/varlink")
        later.send("{\"method\":\"io.almanac.ListSources\",\"parameters\":{}}\n")
        while later.lines.isEmpty { _ = try loop.turn(timeout: .milliseconds(1)) }
        clock.advance(by: .milliseconds(1))
        #expect(isOver)
        refusal.close()
    }

    @Test func `nobody is answered if nobody waits`() throws {
        let loop = try EventLoop()
        let refusal = try Refusal("because", to: [try socket("varlink")], on: loop) {}
        #expect(refusal == nil)
    }
}
