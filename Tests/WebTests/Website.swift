import AlmanacClient
import Glibc
import HTTPServing
import Reactive
import Records
import Systemd
import TestDaemon
import Varlink
import Web

/// A web interface to a scripted daemon, on a Unix socket of its own.
final class Website {
    let daemon: ScriptedDaemon
    private(set) var server: WebServer?
    /// The wall clock of the web interface, which stands still: what is kept for a minute stays.
    let wall: UTC
    private let socketPath: String
    private let assets: String
    private var stream: WebClient?
    /// The position of the scripted log.
    private(set) var position = 0

    init(hosts: [String] = [], proxyUser: UInt32? = nil, stations: [String] = [], onDemand: Int = 0) throws {
        signal(SIGPIPE, SIG_IGN)
        daemon = try ScriptedDaemon()
        wall = daemon.loop.wall
        socketPath = daemon.directory + "/web"
        assets = daemon.directory + "/assets"
        mkdir(assets, 0o700)
        Website.write("body {}", to: assets + "/style.css")
        daemon.on("Subscribe") { [unowned self] in subscribe($0) }
        try daemon.answer("ListSources", #"{"sources": []}"#)
        try daemon.answer("GetSnapshot", #"{"cursor": "a.0", "records": []}"#)
        try daemon.answer("GetOrder", #"{"keys": []}"#)
        try daemon.answer("GetHistory", #"{"records": [], "changes": []}"#)
        try daemon.answer("GetChanges", #"{"changes": [], "cursor": "a.0"}"#)
        try daemon.answer("Search", #"{"records": []}"#)
        try begin(hosts: hosts, proxyUser: proxyUser, stations: stations, onDemand: onDemand)
    }

    /// Starts the web interface, also after `stop`.
    func begin(
        hosts: [String] = [], proxyUser: UInt32? = nil, stations: [String] = [], onDemand: Int = 0
    ) throws {
        let connection = DaemonConnection(
            to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: AnyScheduler(daemon.clock))
        let server = try WebServer(
            connection,
            settings: .init(
                assets: assets, stations: StationTable(Array(stations.joined(separator: "\n").utf8)),
                hosts: hosts, proxyUser: proxyUser, onDemand: onDemand),
            wall: { [wall] in wall })
        unlink(socketPath)
        try server.listen(on: Website.listener(at: socketPath))
        self.server = server
    }

    /// Ends the web interface and its connections.
    func stop() {
        server?.stop()
        server = nil
    }

    /// Returns a client that has sent a request.
    func client(_ target: String, method: String = "GET", headers: [String] = []) throws -> WebClient {
        let client = WebClient(path: socketPath, daemon: daemon)
        let fields = (headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: localhost"]) + headers
        client.send("\(method) \(target) HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
        return client
    }

    /// Returns the response to a request: its status and text.
    func answer(
        _ target: String, method: String = "GET", headers: [String] = ["Accept: text/html"]
    ) throws -> WebClient {
        let client = try client(target, method: method, headers: headers + ["Connection: close"])
        try client.waitForEnd()
        return client
    }

    /// Adds a change to the scripted log, and sends it to all subscribers.
    func change(_ kind: String = "changed", source: String = "s", key: String = "k") throws {
        position += 1
        try daemon.tell(event(kind, position, source: source, key: key))
    }

    /// Opens a stream of all changes, which then waits for those of `changeAndWait`.
    func follow() throws {
        let stream = try client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        self.stream = stream
    }

    /// Adds a change, and waits until the stream has announced it.
    func changeAndWait(source: String, key: String = "k") throws {
        let count = stream?.cursors.count ?? 0
        try change(source: source, key: key)
        try stream?.wait { $0.cursors.count > count }
    }

    /// Returns a client that has asked for a page, which it may have to wait for.
    func pageClient(_ target: String) throws -> WebClient {
        try client(target, headers: ["Accept: text/html", "Connection: close"])
    }

    /// Answers a subscription as the daemon does: with the changes after `since`, then `ready`.
    private func subscribe(_ call: Call) {
        let since = call.parameters["since"]?.string.flatMap { Cursor($0) }
        stream(#"{"event": "subscribed", "cursor": "a.\#(position)s", "realtimeUSec": 0}"#, to: call)
        if let since {
            for number in (Int(since.number) + 1)..<max(position + 1, Int(since.number) + 1) {
                stream(event("changed", number, source: "s", key: "k"), to: call)
            }
        }
        stream(#"{"event": "ready", "cursor": "a.\#(position)", "realtimeUSec": 0}"#, to: call)
    }

    private func stream(_ text: String, to call: Call) {
        if let json = try? JSON(parsing: Array(text.utf8)) { call.stream(json) }
    }

    private func event(_ kind: String, _ number: Int, source: String, key: String) -> String {
        """
        {"event": "\(kind)", "cursor": "a.\(number)", "realtimeUSec": 1000000, "source": "\(source)",
        "key": "\(key)", "generation": \(number), "data": {"value": \(number)}}
        """
    }

    private static func write(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    private static func listener(at path: String) -> FileDescriptor {
        let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un(path)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0 && listen(raw, 64) == 0, "\(errno)")
        return FileDescriptor(owning: raw)
    }
}

extension Website {
    /// The number of times that records were asked for.
    var snapshots: Int { daemon.asked.filter { $0.method == "GetSnapshot" }.count }
}

extension sockaddr_un {
    /// The address of a path.
    init(_ path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: path.utf8) }
    }
}
