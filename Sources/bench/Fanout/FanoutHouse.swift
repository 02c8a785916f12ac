import Daemon
import Glibc
import Reactive
import Records
import Storing
import Systemd
import Varlink

/// The almanac as a server of the fan-out benchmark: its own socket, protocol, selectors and subscribers; a second socket
/// has it tell what no upstream said.
final class FanoutHouse {
    private let loop: EventLoop
    private let almanac: Almanac
    private let server: Server
    private var number = FanoutChange.first - 1
    private var publisher: AnyCancellable?

    /// Where subscribers connect, beside the publisher's socket.
    static func door(beside path: String) -> String { folder(of: path) + "/run/io.almanac" }

    /// - Parameter path: Where the publisher connects; all else lies beside it.
    /// - Throws: What the system says when the almanac cannot begin.
    init(at path: String) throws {
        let folder = Self.folder(of: path)
        for name in ["/etc", "/etc/sources.d", "/run"] { mkdir(folder + name, 0o755) }
        let limits = "[Almanac]\nMaxConnections=20000\nMaxConnectionsPerUser=20000\n"
        guard BenchFiles.write(Array(limits.utf8), to: folder + "/etc/almanac.conf") else {
            throw BenchError(description: "cannot write to \(folder)")
        }
        loop = try EventLoop()
        almanac = try Almanac(
            Directories(
                configuration: folder + "/etc", state: folder + "/state", run: folder + "/run",
                library: folder + "/lib"), on: loop)
        let service = Service(vendor: "almanac", product: "bench", version: "1", url: "https://example.org")
        server = Server(service, in: almanac.sockets)
        server.add(try InterfaceDescription(parsing: Self.description)) { [unowned self] in publish($0) }
        var begun: Result<Void, any Error>?
        almanac.begin(on: []) { begun = $0 }
        while begun == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        try begun?.get()
        // Who measures comes when all is there.
        try server.listen(path: path, mode: 0o600)
    }

    /// Serves until the publisher has gone.
    func run() throws {
        _ = try loop.run()
        almanac.end()
    }

    private func publish(_ call: Call) {
        if publisher == nil { publisher = call.closed.sink { [loop] in loop.stop() } }
        let count = call.parameters["count"]?.int ?? 0
        let numbers = number + 1...number + Int64(max(1, count))
        number = numbers.upperBound
        almanac.tell(
            Commit(
                source: FanoutChange.source, changes: numbers.map(FanoutChange.change), generation: 1_000,
                recordCount: 1, end: number, hasChanged: true))
        call.reply()
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private static let description = """
        interface org.example.bench

        method Publish(count: int) -> ()

        """
}
