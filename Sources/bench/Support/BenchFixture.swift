import Daemon
import Definitions
import Reactive
import Records
import Systemd
import Varlink

/// A complete almanac in this process.
final class BenchFixture {
    /// The directories that it needs.
    static let folders = ["etc", "etc/sources.d", "run"]

    /// A configuration that allows one user all connections.
    static let crowded = "[Almanac]\nMaxConnections=60000\nMaxConnectionsPerUser=60000\n"

    let loop: EventLoop
    let almanac: AlmanacDaemon
    private let path: String

    /// Makes an almanac that does nothing before `begin`.
    ///
    /// - Throws: The system error.
    init(in path: String, on loop: EventLoop) throws {
        self.loop = loop
        self.path = path
        let directories = Directories(
            configuration: path + "/etc", state: path + "/state", run: path + "/run", library: path + "/lib")
        almanac = try AlmanacDaemon(directories, on: loop)
    }

    /// Starts it and runs the loop until it serves.
    ///
    /// - Throws: An error if it cannot start.
    func begin() throws {
        var begun: Result<Void, any Error>?
        almanac.begin(on: []) { begun = $0 }
        while begun == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        try begun?.get()
    }

    /// Returns the socket of an almanac in a directory.
    static func socketPath(in path: String) -> String { path + "/run/io.almanac" }

    /// Returns a client on the same loop.
    func client() throws -> Client { try Client(path: Self.socketPath(in: path), on: loop) }

    /// Serves until the loop is stopped or the process is killed.
    func serve() throws { _ = try loop.run() }

    /// Stops it.
    func end() { almanac.end() }
}

extension Client {
    /// Calls a method and runs the loop until the reply arrives.
    ///
    /// - Throws: An error reply, and the errors of `turn`.
    func ask(_ method: String, parameters: JSON = [:], turning turn: () throws -> Void) throws -> JSON {
        var answer: Result<JSON, VarlinkError>?
        let hold = call("io.almanac." + method, parameters).sink {
            if case .failure(let error) = $0 { answer = .failure(error) }
        } receiveValue: {
            answer = .success($0.parameters)
        }
        defer { hold.cancel() }
        while answer == nil { try turn() }
        return try answer?.get() ?? .null
    }
}
