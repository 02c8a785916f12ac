import Glibc
package import Reactive
package import Records
package import Systemd
package import Varlink

/// A minimal daemon: it serves io.almanac with answers that a test provides.
package final class ScriptedDaemon {
    package let loop: EventLoop
    /// The clock of clients in this process.
    package let clock = ManualScheduler()
    /// A directory with the same lifetime; it contains the socket.
    package let directory: String
    /// The received calls, in order.
    package private(set) var asked: [(method: String, parameters: JSON)] = []
    /// The open subscriptions.
    package var subscribers: [Call] { followed.filter { !$0.isOver } }

    private var pauses = Pauses()
    private var followed: [Call] = []
    private let sockets: SocketSet
    private var server: Server?
    private var answers: [String: (Call) -> Void] = [:]

    package init() throws {
        loop = try EventLoop()
        sockets = try SocketSet(on: loop)
        var name = Array("/tmp/almanac-client.XXXXXX".utf8CString)
        guard let made = mkdtemp(&name) else { throw SystemError.last("mkdtemp") }
        directory = String(cString: made)
        try start()
    }

    isolated deinit {
        server?.stop()
        _ = Command(["/bin/rm", "-r", directory]).start().map { waitpid($0.pid, nil, 0) }
    }

    package var socket: String { directory + "/socket" }

    /// Listens, also after `stop`.
    package func start() throws {
        let service = Service(vendor: "Test", product: "scripted", version: "1", url: "https://example.org")
        let server = Server(service, in: sockets)
        server.add(try ScriptedDaemon.interface()) { [unowned self] in take($0) }
        try server.listen(path: socket, mode: 0o600)
        self.server = server
    }

    /// Stops listening and ends the subscriptions.
    package func stop() {
        server?.stop()
        server = nil
        for call in subscribers { call.channel.close() }
        followed = []
    }

    /// Sets the answer of a method.
    package func answer(_ method: String, _ parameters: String) throws {
        let json = try JSON(parsing: Array(parameters.utf8))
        answers[method] = { $0.reply(json) }
    }

    /// Sets the action of a method.
    package func on(_ method: String, _ action: @escaping (Call) -> Void) { answers[method] = action }

    /// The time after which a condition that does not hold fails a test instead of blocking it for ever; no
    /// test reaches it, even on a machine with many times more work than cores.
    private static let limit: Duration = .seconds(300)

    /// Runs the loop until a condition holds, which is checked after each turn and every few milliseconds;
    /// whenever nothing is ready, advances `clock`.
    ///
    /// - Returns: Whether it held within `limit`.
    package func turn(until holds: () -> Bool) throws -> Bool {
        let deadline = loop.now + ScriptedDaemon.limit
        while !holds() {
            guard loop.now < deadline else { return false }
            if try loop.turn(timeout: pauses.patience) { pauses.restart() } else { pauses.pass(on: clock) }
        }
        return true
    }

    /// Sends an event to every subscriber, or to those whose parameters meet a condition.
    package func tell(_ event: String, where isMeant: (JSON) -> Bool = { _ in true }) throws {
        let json = try JSON(parsing: Array(event.utf8))
        for call in subscribers where isMeant(call.parameters) { call.stream(json) }
    }

    private func take(_ call: Call) {
        asked.append((call.name, call.parameters))
        if call.name == "Subscribe" { followed.append(call) }
        if let answer = answers[call.name] { return answer(call) }
        if call.name != "Subscribe" { call.fail(.methodNotImplemented(call.method)) }
    }

    private static func interface() throws -> InterfaceDescription {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let path = "\(root)/etc/io.almanac.varlink"
        guard let bytes = File.read(path) else { throw SystemError(call: "read", code: ENOENT, detail: path) }
        return try InterfaceDescription(parsing: String(decoding: bytes, as: UTF8.self))
    }
}
