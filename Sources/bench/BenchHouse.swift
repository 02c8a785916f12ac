import Daemon
import Reactive
import Records
import Systemd
import Varlink

/// A whole almanac of this process.
final class BenchHouse {
    /// What there must be in its folder.
    static let folders = ["etc", "etc/sources.d", "run"]

    /// A configuration that lets one user have all connections.
    static let crowded = "[Almanac]\nMaxConnections=20000\nMaxConnectionsPerUser=20000\n"

    let loop: EventLoop
    let almanac: Almanac
    private let path: String

    /// Makes one that does nothing before `begin`.
    ///
    /// - Throws: What the system says.
    init(in path: String, on loop: EventLoop) throws {
        (self.loop, self.path) = (loop, path)
        let directories = Directories(
            configuration: path + "/etc", state: path + "/state", run: path + "/run", library: path + "/lib")
        almanac = try Almanac(directories, on: loop)
    }

    /// Begins, and turns until it serves.
    ///
    /// - Throws: When it cannot begin.
    func begin() throws {
        var begun: Result<Void, any Error>?
        almanac.begin(on: []) { begun = $0 }
        while begun == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        try begun?.get()
    }

    /// Where an almanac that lives in a folder serves.
    static func door(in path: String) -> String { path + "/run/io.almanac" }

    /// A client of it that turns with it.
    func client() throws -> Client { try Client(path: Self.door(in: path), on: loop) }

    /// Serves until the loop is stopped, or the process killed.
    func serve() throws { _ = try loop.run() }

    /// Ends it.
    func end() { almanac.end() }
}

extension Client {
    /// Asks an almanac, and turns until it has answered.
    ///
    /// - Throws: What it answers instead, and what `turn` throws.
    func ask(_ method: String, _ parameters: JSON = [:], turning turn: () throws -> Void) throws -> JSON {
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
