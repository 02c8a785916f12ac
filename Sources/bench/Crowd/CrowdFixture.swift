import Glibc
import Records
import Systemd

/// A daemon with one table, in a separate process, to which the crowd of subscribers connects.
final class CrowdFixture {
    private let process: BenchProcess
    private let folder: BenchFolder

    /// Starts the daemon with a number of rows of a given length, and waits until it has read them.
    ///
    /// - Throws: An error if it cannot be started.
    init(rows: Int, length: Int) throws {
        folder = try BenchFolder(with: BenchFixture.folders)
        let source =
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        try folder.write(BenchFixture.crowded, to: "etc/almanac.conf")
        try folder.write(source, to: "etc/sources.d/rows.source")
        try CrowdTable.write(0, rows: rows, length: length, to: folder)
        process = try BenchProcess(["/proc/self/exe", "crowd", "serve", folder.path])
        while try CrowdArrival.status(at: socketPath, patience: .seconds(5))["records"]?.int != rows {
            usleep(10_000)
        }
    }

    /// Runs the daemon in the current process until it is killed.
    static func serve(in path: String) throws {
        let fixture = try BenchFixture(in: path, on: EventLoop())
        try fixture.begin()
        // Its log messages are not needed here.
        _ = dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
        try fixture.serve()
    }

    /// The path of the daemon's socket.
    var socketPath: String { BenchFixture.socketPath(in: folder.path) }

    /// Writes a document to the file that the table is read from.
    func publish(_ document: Int) throws { try CrowdTable.write(document, to: folder) }

    /// Returns the resident memory of the daemon, in MiB.
    func resident() throws -> Double { Double(try process.resident()) / 1_048_576 }

    /// Stops the daemon.
    func end() { process.end() }
}
