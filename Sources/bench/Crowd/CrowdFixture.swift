import Glibc
import Records
import Systemd

/// The almanac of the crowd in a separate process, with one table.
final class CrowdFixture {
    private let process: BenchProcess
    private let folder: BenchFolder

    /// Starts it with a number of rows of a given length, and waits until it has read them.
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
        while try CrowdArrival.status(at: door, patience: .seconds(5))["records"]?.int != rows {
            usleep(10_000)
        }
    }

    /// Serves in that process until it is killed.
    static func serve(in path: String) throws {
        let fixture = try BenchFixture(in: path, on: EventLoop())
        try fixture.begin()
        // Its log messages are not needed here.
        _ = dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
        try fixture.serve()
    }

    /// The path of its socket.
    var door: String { BenchFixture.door(in: folder.path) }

    /// Writes a document to the path of its source.
    func publish(_ document: Int) throws { try CrowdTable.write(document, to: folder) }

    /// Returns its memory, in MiB.
    func resident() throws -> Double { Double(try process.resident()) / 1_048_576 }

    /// Stops it.
    func end() { process.end() }
}
