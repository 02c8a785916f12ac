import CSystemd
import Glibc
import Records
import Systemd

/// The daemon as a process of its own, with a folder for its definitions, inputs and data.
final class Almanac {
    /// A configuration that allows one user all connections.
    static let crowded = "[Almanac]\nMaxConnections=60000\nMaxConnectionsPerUser=60000\n"

    /// Everything, including `data` for inputs.
    let folder: BenchFolder
    /// The program.
    let program: String
    /// The running process; `nil` while it is stopped.
    private(set) var process: BenchProcess?
    private let library: String?
    private var client: LineReader?

    /// The socket of the interface.
    var socket: String { folder.path + "/run/io.almanac" }
    /// The directory of the store.
    var store: String { folder.path + "/state/private" }

    /// Creates the folder.
    ///
    /// - Parameter library: The directory of stations and the like; `nil` is an empty one.
    /// - Throws: The system error.
    init(library: String? = nil) throws {
        folder = try BenchFolder(with: ["etc", "etc/sources.d", "run", "data"])
        program = try BenchFiles.programs() + "almanacd"
        self.library = library
        try folder.write(Almanac.crowded, to: "etc/almanac.conf")
    }

    isolated deinit { stop() }

    /// Defines a source that reads the file `data/NAME`, unless the settings name another origin.
    func define(_ name: String, _ settings: String) throws {
        let origin =
            settings.contains("URL=") || settings.contains("From=")
            ? "" : "Path=\(folder.path)/data/\(name)\n"
        try folder.write("[Source]\n\(origin)\(settings)", to: "etc/sources.d/\(name).source")
    }

    /// Counts the instructions of the daemon from its start to its end.
    ///
    /// - Parameter use: Runs while it does.
    /// - Returns: The number; `nil` if it cannot be counted.
    /// - Throws: What `use` throws, or an error if the daemon does not start.
    func instructions(_ use: () throws -> Void) throws -> Double? {
        try Instructions.count(program) { command in
            try start(by: command)
            try use()
            stop()
        }
    }

    /// Starts the daemon.
    ///
    /// - Parameter command: The command that runs the program, without arguments; the program by default.
    /// - Returns: The milliseconds until READY=1 (sd_notify(3)).
    /// - Throws: An error if it does not become ready within a minute.
    @discardableResult
    func start(by command: [String]? = nil) throws -> Double {
        let path = folder.path
        // Closed at the end: nothing reads later notifications, for whose room the daemon would wait.
        let notices = try bindNotices(at: path + "/notify")
        let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        let time = try Clock.milliseconds {
            process = try BenchProcess(
                (command ?? [program]) + [
                    "--config", path + "/etc", "--state", path + "/state", "--run", path + "/run",
                ]
                    + ["--library", library ?? path + "/lib"],
                environment: ["NOTIFY_SOCKET=\(path)/notify", "SWIFT_BACKTRACE=enable=no"],
                output: nowhere.raw, errors: nowhere.raw)
            while true {
                guard let text = notice(from: notices) else {
                    throw BenchError("the daemon does not become ready")
                }
                if text.split(separator: "\n").contains("READY=1") { break }
            }
        }
        client = try LineReader(at: socket)
        return time
    }

    /// Stops the daemon.
    func stop() {
        client = nil
        process?.stop()
        process = nil
    }

    private func bindNotices(at path: String) throws -> FileDescriptor {
        unlink(path)
        let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let notices = FileDescriptor(owning: Glibc.socket(AF_UNIX, kind, 0))
        let raw = notices.raw
        guard BenchSocket.withAddress(path, call: { bind(raw, $0, $1) }) == 0 else {
            throw SystemError.last("bind", path)
        }
        BenchSocket.limitWaiting(raw, seconds: 60)
        return notices
    }

    private func notice(from notices: borrowing FileDescriptor) -> String? {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = recv(notices.raw, &room, room.count, 0)
        return count > 0 ? String(decoding: room[..<count], as: UTF8.self) : nil
    }

    /// Calls a method of io.almanac.
    ///
    /// - Throws: An error reply.
    func ask(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        guard let client else { throw BenchError("the daemon does not run") }
        client.call(method, parameters)
        let reply = try JSON(parsing: try client.next())
        guard reply["error"] == nil, let answer = reply["parameters"] else {
            throw BenchError("\(method) fails: \(reply)")
        }
        return answer
    }

    /// The number of records.
    var records: Int { get throws { try ask("GetStatus")["records"]?.int ?? 0 } }
    /// The cursor after the last change.
    var cursor: String { get throws { try ask("GetStatus")["cursor"]?.string ?? "" } }
    /// The longest turn of the loop since the start, in milliseconds.
    var longestTurn: Double {
        get throws { Double(try ask("GetStatus")["counters"]?["longestTurnUSec"]?.int ?? .max) / 1e3 }
    }
    /// The resident memory, in megabytes.
    var resident: Double { get throws { Double(try process?.resident() ?? 0) / 1e6 } }
    /// The CPU time so far, in nanoseconds.
    var processor: Double { get throws { try process?.cpu() ?? 0 } }

    /// Waits until a condition holds.
    ///
    /// - Returns: The CPU time of the daemon from the start of `body` until then, in nanoseconds.
    /// - Throws: An error after ten minutes.
    @discardableResult
    func wait(after body: () throws -> Void = {}, until isDone: () throws -> Bool) throws -> Double {
        let before = try processor
        let end = ContinuousClock.now + .seconds(600)
        try body()
        while try !isDone() {
            guard .now < end else { throw BenchError("the daemon takes too long") }
            usleep(5_000)
        }
        return try processor - before
    }

    /// Waits until the daemon has been idle for two seconds.
    ///
    /// - Returns: Its CPU time until then, in nanoseconds.
    @discardableResult
    func rest() throws -> Double {
        let before = try processor
        var (used, quiet) = (before, 0)
        for _ in 0..<1_200 where quiet < 4 {
            usleep(500_000)
            let now = try processor
            quiet = now - used < 0.02e9 ? quiet + 1 : 0
            used = now
        }
        guard quiet == 4 else { throw BenchError("the daemon does not come to rest") }
        return used - before
    }

    /// Returns the milliseconds of each of a number of calls.
    func times(_ calls: Int, of method: String, _ parameters: (_ turn: Int) -> JSON) throws -> [Double] {
        try (0..<calls).map { turn in
            let parameters = parameters(turn)
            return try Clock.milliseconds { _ = try ask(method, parameters) }
        }
    }
}
