import Glibc
import Reactive
import Records
import Systemd
import Testing
import Varlink

/// A server on a socket in its own directory, and the calls that it received.
@MainActor
final class Fixture {
    static let text = """
        interface org.example.test

        method Echo(text: ?string) -> (text: ?string)
        method Wait() -> ()
        # [Requires 'more' flag]
        method Follow(count: ?int) -> (n: int)
        method Note() -> ()

        error Refused (reason: string)

        """

    let loop: EventLoop
    let sockets: SocketSet
    let clock = ManualScheduler()
    let server: Server
    let directory: String
    /// The calls of Wait and Follow, which remain open.
    var calls: [Call] = []
    /// The number of calls of Note.
    var notes = 0
    /// The reply to Echo; `nil` for the text of the call.
    var reply: JSON?
    /// Whether clients that connect from now on get higher limits and reserved slots.
    var isPrivileged: Bool {
        get { privilege.isGiven }
        set { privilege.isGiven = newValue }
    }
    private let privilege = Privilege()

    init(_ limits: Limits = Limits()) throws {
        loop = try EventLoop()
        sockets = try SocketSet(on: loop, limits: limits, clock: AnyScheduler(clock)) {
            [privilege] _, _ in privilege.isGiven
        }
        var name = Array("/tmp/varlink.XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&name)))
        server = Server(
            Service(vendor: "Example", product: "test", version: "1", url: "https://example.org"), in: sockets
        )
        server.add(try InterfaceDescription(parsing: Fixture.text)) { [unowned self] in answer($0) }
        try server.listen(path: path, mode: 0o600)
    }

    isolated deinit {
        server.stop()
        rmdir(directory)
    }

    var path: String { directory + "/socket" }

    func connect() throws -> Wire { try Wire(connecting: path) }

    /// Runs the loop until a condition holds.
    func turn(until isSo: () -> Bool) throws { try #require(try loop.turn(until: isSo)) }

    /// Runs the loop as long as anything is ready.
    func settle() throws {
        while try loop.turn(timeout: .zero) {}
    }

    private func answer(_ call: Call) {
        switch call.name {
        case "Echo": call.reply(reply ?? .members(["text": call.parameters["text"]]))
        case "Note":
            notes += 1
            call.reply()
        default: calls.append(call)
        }
    }
}

@MainActor
private final class Privilege {
    var isGiven = false
}

extension EventLoop {
    /// The time after which a condition that does not hold fails a test instead of blocking it for ever; no
    /// test reaches it, even on a machine with many times more work than cores.
    private static let limit: Duration = .seconds(300)

    /// Runs the loop until a condition holds, which is checked after each turn and every few milliseconds.
    ///
    /// - Returns: Whether it held within `limit`.
    func turn(until isSo: () -> Bool) throws -> Bool {
        let deadline = now + Self.limit
        while !isSo() {
            guard now < deadline else { return false }
            _ = try turn(timeout: .milliseconds(5))
        }
        return true
    }
}
