import Glibc
import Records
import Systemd
import Varlink

/// A directory for an almanac: definitions, their files, and the daemon's data.
final class StartMachine {
    /// The daemon's program.
    let program: String
    /// The number of sources.
    let sources: Int
    /// The path of the directory.
    var path: String { folder.path }
    private let folder: BenchFolder
    private let records: Int
    private let notices: StartNotices
    private let nowhere: FileDescriptor

    /// Creates a directory of sources with a number of records each; `program` is next to this program if it
    /// is `nil`.
    ///
    /// - Throws: An error if there is no such program, or the directory cannot be written.
    init(sources: Int, records: Int, program: String?) throws {
        self.sources = sources
        self.records = records
        self.program = try program ?? StartMachine.neighbour("almanacd")
        folder = try BenchFolder(with: BenchFixture.folders + ["data"])
        notices = try StartNotices(at: folder.path + "/notify")
        nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        for number in 0..<sources { try define(number) }
    }

    /// Returns the path of a source's definition.
    func definition(_ number: Int) -> String { path + "/etc/sources.d/s\(number).source" }

    /// Runs the daemon until it has stored and published all records.
    func fill() throws {
        let (process, _) = try start()
        try rest(process)
        process.stop()
    }

    /// Runs the daemon with --version.
    func sayVersion() throws { try run([program, "--version"]).wait() }

    /// Starts the daemon.
    ///
    /// - Returns: The process, and the time until READY=1, in milliseconds.
    func start() throws -> (process: BenchProcess, time: Double) {
        notices.forget()
        let start = Measure.wall
        let process = try run(
            command, environment: ["NOTIFY_SOCKET=\(path)/notify", "SWIFT_BACKTRACE=enable=no"])
        try notices.await("READY=1")
        return (process, (Measure.wall - start) / 1e6)
    }

    /// Starts a program without its output.
    private func run(_ arguments: [String], environment: [String] = []) throws -> BenchProcess {
        try BenchProcess(arguments, environment: environment, output: nowhere.raw, errors: nowhere.raw)
    }

    /// Waits until the daemon has all records and has been idle for two seconds.
    func rest(_ process: BenchProcess) throws {
        let loop = try EventLoop()
        let client = try Client(path: BenchFixture.socketPath(in: path), on: loop)
        while try known(to: client, on: loop) < sources * records { usleep(100_000) }
        client.close()
        var used = try process.cpu()
        var quiet = 0
        while quiet < 4 {
            usleep(500_000)
            let now = try process.cpu()
            quiet = now - used < 0.01e9 ? quiet + 1 : 0
            used = now
        }
    }

    private func known(to client: Client, on loop: EventLoop) throws -> Int {
        let status = try client.ask("GetStatus") { _ = try loop.turn(timeout: .seconds(10)) }
        return status["records"]?.int ?? 0
    }

    private var command: [String] {
        [
            program, "--config", path + "/etc", "--state", path + "/state", "--run", path + "/run",
            "--library", path + "/lib",
        ]
    }

    private func define(_ number: Int) throws {
        let definition = """
            [Source]
            Kind=table
            Path=\(path)/data/s\(number).csv
            Refresh=1min
            [Table]
            Delimiter=,
            [Record]
            Key=id
            Title=name
            Number=value

            """
        let rows = (0..<records).map {
            "\($0),Record \($0) of source \(number),Town \($0 % 17),\($0 &* 7919 % 1009)"
        }
        try folder.write(definition, to: "etc/sources.d/s\(number).source")
        try folder.write(
            (["id,name,city,value"] + rows).joined(separator: "\n") + "\n", to: "data/s\(number).csv")
    }

    private static func neighbour(_ name: String) throws -> String {
        guard let own = realpath("/proc/self/exe", nil) else { throw SystemError.last("realpath") }
        defer { free(own) }
        let path = String(cString: own)
        let found = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/" + name
        guard access(String(found), X_OK) == 0 else {
            throw BenchError(description: "there is no \(found): build \(name) first, or name it")
        }
        return String(found)
    }
}
