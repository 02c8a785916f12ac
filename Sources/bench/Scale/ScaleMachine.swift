import Glibc
import Records
import Systemd
import Varlink

/// A directory for an almanac of `bench scale`, and its daemon.
final class ScaleMachine {
    /// The directory.
    let folder: BenchFolder
    /// The directory of the store.
    var store: String { folder.path + "/state/private" }
    /// The running daemon.
    private(set) var process: BenchProcess?
    private let notices: StartNotices
    private let nowhere: FileDescriptor
    private let loop: EventLoop
    private var client: Client?

    /// Creates a directory without sources.
    ///
    /// - Throws: An error if it cannot be created.
    init() throws {
        folder = try BenchFolder(with: BenchFixture.folders + ["data"])
        notices = try StartNotices(at: folder.path + "/notify")
        nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        loop = try EventLoop()
    }

    /// Defines a source of the file `data/NAME` by further settings.
    ///
    /// - Throws: An error if it cannot be written.
    func define(_ name: String, _ settings: String) throws {
        try folder.write(
            "[Source]\nPath=\(folder.path)/data/\(name)\nRefresh=1d\n\(settings)",
            to: "etc/sources.d/\(name).source")
    }

    /// Stops the daemon, if it runs, and starts it, several times.
    ///
    /// - Returns: The median of what ``start()`` returns.
    func restart() throws -> Double {
        Measure.median(
            try (0..<5).map { _ in
                stop()
                return try start()
            })
    }

    /// Starts the daemon.
    ///
    /// - Returns: The milliseconds until READY=1.
    func start() throws -> Double {
        notices.forget()
        let path = folder.path
        let start = Measure.wall
        let process = try BenchProcess(
            [
                try BenchFiles.programs() + "almanacd", "--config", path + "/etc", "--state", path + "/state",
                "--run", path + "/run", "--library", path + "/lib",
            ], environment: ["NOTIFY_SOCKET=\(path)/notify", "SWIFT_BACKTRACE=enable=no"],
            output: nowhere.raw, errors: nowhere.raw)
        try notices.await("READY=1")
        let time = (Measure.wall - start) / 1e6
        self.process = process
        client = try Client(path: BenchFixture.socketPath(in: path), on: loop)
        return time
    }

    /// Stops the daemon.
    func stop() {
        client?.close()
        client = nil
        process?.stop()
        process = nil
    }

    /// Returns the number of records, and the cursor after the last change.
    ///
    /// - Throws: An error if the daemon does not answer.
    func status() throws -> (records: Int, cursor: String) {
        let status = try ask("GetStatus")
        return (status["records"]?.int ?? 0, status["cursor"]?.string ?? "")
    }

    /// Returns the daemon's resident memory, in megabytes.
    func resident() throws -> Double { Double(try process?.resident() ?? 0) / 1e6 }

    /// Returns the daemon's CPU time from the start of `body` until `isDone`, in nanoseconds.
    func cost(of body: () throws -> Void, until isDone: () throws -> Bool) throws -> Double {
        let before = try cpu()
        try body()
        while try !isDone() { usleep(20_000) }
        return try cpu() - before
    }

    /// Waits until the daemon has been idle for two seconds.
    ///
    /// - Returns: Its CPU time until then, in nanoseconds.
    @discardableResult
    func rest() throws -> Double {
        let before = try cpu()
        var used = before
        var quiet = 0
        while quiet < 4 {
            usleep(500_000)
            let now = try cpu()
            quiet = now - used < 0.02e9 ? quiet + 1 : 0
            used = now
        }
        return used - before
    }

    /// Returns the median time of a call, in milliseconds.
    ///
    /// - Parameters:
    ///   - method: The name of the method.
    ///   - parameters: Returns the parameters of a turn.
    /// - Returns: The median of 31 calls.
    /// - Throws: An error reply.
    func time(_ method: String, _ parameters: (_ turn: Int) -> JSON) throws -> Double {
        Measure.median(
            try (0..<31).map { turn in
                let parameters = parameters(turn)
                return try BenchCost.of(1) { _ = try ask(method, parameters) }.wall / 1e3
            })
    }

    private func cpu() throws -> Double { try process?.cpu() ?? 0 }

    private func ask(_ method: String, _ parameters: JSON = [:]) throws -> JSON {
        guard let client else { throw BenchError(description: "the daemon does not run") }
        return try client.ask(method, parameters: parameters) { _ = try loop.turn(timeout: .seconds(10)) }
    }
}
