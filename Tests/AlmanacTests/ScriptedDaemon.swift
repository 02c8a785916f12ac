import Glibc
import Records
import Systemd
import Testing
import Varlink

/// A daemon of a few lines: it speaks io.almanac, and a test says what it answers.
@MainActor
final class ScriptedDaemon {
    let loop: EventLoop
    /// A directory that goes with it; the socket stands in it.
    let directory: String
    /// The calls that were made, in order.
    private(set) var asked: [(method: String, parameters: JSON)] = []
    /// Subscriptions that are open.
    var subscribers: [Call] { followed.filter { !$0.isOver } }

    private var followed: [Call] = []
    private let sockets: SocketSet
    private var server: Server?
    private var answers: [String: (Call) -> Void] = [:]

    init() throws {
        loop = try EventLoop()
        sockets = try SocketSet(on: loop)
        var name = Array("/tmp/almanac-client.XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&name)))
        try start()
    }

    isolated deinit {
        server?.stop()
        _ = Command(["/bin/rm", "-r", directory]).start().map { waitpid($0.pid, nil, 0) }
    }

    var socket: String { directory + "/socket" }

    /// Listens, again after `stop`.
    func start() throws {
        let service = Service(vendor: "Test", product: "scripted", version: "1", url: "https://example.org")
        let server = Server(service, in: sockets)
        server.add(try ScriptedDaemon.interface()) { [unowned self] in take($0) }
        try server.listen(path: socket, mode: 0o600)
        self.server = server
    }

    /// Takes no more connections and ends those that follow.
    func stop() {
        server?.stop()
        server = nil
        for call in subscribers { call.channel.close() }
        followed = []
    }

    /// Says what a method answers from now on.
    func answer(_ method: String, _ parameters: String) throws {
        let json = try JSON(parsing: Array(parameters.utf8))
        answers[method] = { $0.reply(json) }
    }

    /// Says what a method does from now on.
    func on(_ method: String, _ action: @escaping (Call) -> Void) { answers[method] = action }

    /// Tells every subscriber of an event.
    func tell(_ event: String) throws {
        let json = try JSON(parsing: Array(event.utf8))
        for call in subscribers { call.stream(json) }
    }

    private func take(_ call: Call) {
        asked.append((call.name, call.parameters))
        if call.name == "Subscribe" { followed.append(call) }
        if let answer = answers[call.name] { return answer(call) }
        if call.name != "Subscribe" { call.fail(.methodNotImplemented(call.method)) }
    }

    private static func interface() throws -> InterfaceDescription {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let bytes = try #require(File.read("\(root)/etc/io.almanac.varlink"))
        return try InterfaceDescription(parsing: String(decoding: bytes, as: UTF8.self))
    }
}
