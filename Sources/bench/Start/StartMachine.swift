import Glibc
import Reactive
import Records
import Systemd
import Varlink

/// A folder in which an almanac lives: definitions, the files they name, and what the daemon keeps.
final class StartMachine {
    /// Where all of it is.
    let path: String
    /// The daemon's program.
    let program: String
    /// How many sources there are.
    let sources: Int
    private let records: Int
    private let notices: StartNotices

    /// Makes a folder of sources with so many records each; `program` is found beside this one when it is `nil`.
    ///
    /// - Throws: When there is no such program, or the folder cannot be written.
    init(sources: Int, records: Int, program: String?) throws {
        (self.sources, self.records) = (sources, records)
        self.program = try program ?? StartMachine.neighbour("almanacd")
        var template = Array("/tmp/almanac-bench-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) != nil }) else {
            throw SystemError.last("mkdtemp", "/tmp")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        notices = try StartNotices(at: path + "/notify")
        for folder in ["etc", "etc/sources.d", "data", "run", "lib"] { mkdir(path + "/" + folder, 0o755) }
        for number in 0..<sources { try write(number) }
    }

    isolated deinit {
        // What stays behind lies in /tmp, which is for that.
        _ = try? StartProcess.run(["/bin/rm", "-rf", path])
    }

    /// The file that describes a source.
    func definition(_ number: Int) -> String { path + "/etc/sources.d/s\(number).source" }

    /// Runs the daemon until it knows all records and has kept and published them.
    func fill() throws {
        let (process, _) = try start()
        try rest(process)
        try process.stop()
    }

    /// Starts the daemon.
    ///
    /// - Returns: The process, and how long it took to say that it is ready, milliseconds.
    func start() throws -> (process: StartProcess, time: Double) {
        notices.forget()
        var process: StartProcess?
        let cost = try StoreCost.of(1) {
            process = try StartProcess(
                command, environment: ["NOTIFY_SOCKET=\(path)/notify", "SWIFT_BACKTRACE=enable=no"])
            try notices.await("READY=1")
        }
        return (process!, cost.wall / 1000)
    }

    /// Waits until the daemon has all records and nothing to do for two seconds.
    func rest(_ process: StartProcess) throws {
        let loop = try EventLoop()
        let client = try Client(path: path + "/run/io.almanac", on: loop)
        while try known(client, loop) < sources * records { usleep(100_000) }
        client.close()
        var (used, quiet) = (try process.cpu(), 0)
        while quiet < 4 {
            usleep(500_000)
            let now = try process.cpu()
            quiet = now - used < 0.01 ? quiet + 1 : 0
            used = now
        }
    }

    private func known(_ client: Client, _ loop: EventLoop) throws -> Int {
        var (count, isOver): (Int?, Bool) = (nil, false)
        let call = client.call("io.almanac.GetStatus").sink { _ in
            isOver = true
        } receiveValue: {
            count = $0.parameters["records"]?.int
        }
        while !isOver { _ = try loop.turn(timeout: .seconds(10)) }
        call.cancel()
        guard let count else { throw BenchError(description: "almanacd does not answer") }
        return count
    }

    private var command: [String] {
        [
            program, "--config", path + "/etc", "--state", path + "/state", "--run", path + "/run",
            "--library",
            path + "/lib",
        ]
    }

    private func write(_ number: Int) throws {
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
        try write(definition, to: self.definition(number))
        try write(
            (["id,name,city,value"] + rows).joined(separator: "\n") + "\n", to: "\(path)/data/s\(number).csv")
    }

    private func write(_ text: String, to file: String) throws {
        let stream = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let bytes = Array(text.utf8)
        guard stream >= 0, Glibc.write(stream, bytes, bytes.count) == bytes.count else {
            throw SystemError.last("write", file)
        }
        close(stream)
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
