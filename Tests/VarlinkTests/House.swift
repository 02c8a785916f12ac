import Glibc
import Reactive
import Records
import Systemd
import Testing
import Varlink

/// A server on a socket in a directory of its own, and what it was asked.
@MainActor
final class House {
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
    /// The calls of Wait and Follow that were not answered.
    var calls: [Call] = []
    /// How often Note was called.
    var notes = 0

    init(_ limits: Limits = Limits()) throws {
        loop = try EventLoop()
        sockets = try SocketSet(on: loop, limits: limits, clock: AnyScheduler(clock))
        var name = Array("/tmp/varlink.XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&name)))
        server = Server(
            Service(vendor: "Example", product: "test", version: "1", url: "https://example.org"), in: sockets
        )
        server.add(try InterfaceDescription(parsing: House.text)) { [unowned self] in answer($0) }
        try server.listen(path: path, mode: 0o600)
    }

    isolated deinit {
        server.stop()
        rmdir(directory)
    }

    var path: String { directory + "/socket" }

    func connect() throws -> Wire { try Wire(connecting: path) }

    /// Turns the loop as long as something is ready.
    func settle() throws {
        while try loop.turn(timeout: .zero) {}
    }

    private func answer(_ call: Call) {
        switch call.name {
        case "Echo": call.reply(.members(["text": call.parameters["text"]]))
        case "Note":
            notes += 1
            call.reply()
        default: calls.append(call)
        }
    }
}
