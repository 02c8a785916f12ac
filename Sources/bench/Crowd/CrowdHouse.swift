import Glibc
import Records
import Systemd

/// The almanac of the crowd, which keeps one table, as a process of its own.
final class CrowdHouse {
    private let process: BenchProcess
    private let folder: BenchFolder

    /// Starts it with so many rows of a length, and waits until it has read them.
    ///
    /// - Throws: When it cannot be started.
    init(rows: Int, length: Int) throws {
        folder = try BenchFolder(with: BenchHouse.folders)
        let source =
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        try folder.write(BenchHouse.crowded, to: "etc/almanac.conf")
        try folder.write(source, to: "etc/sources.d/rows.source")
        try CrowdTable.write(0, rows: rows, length: length, to: folder)
        process = try BenchProcess(["/proc/self/exe", "crowd", "serve", folder.path])
        while try CrowdArrival.status(at: door, patience: .seconds(5))["records"]?.int != rows {
            usleep(10_000)
        }
    }

    /// Serves as that process, until it is killed.
    static func serve(in path: String) throws {
        let house = try BenchHouse(in: path, on: EventLoop())
        try house.begin()
        // What it tells without a journal is nobody's here.
        _ = dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
        try house.serve()
    }

    /// Where it serves.
    var door: String { BenchHouse.door(in: folder.path) }

    /// Puts a document where its source looks for it.
    func publish(_ document: Int) throws { try CrowdTable.write(document, to: folder) }

    /// How much memory it has, MiB.
    func resident() throws -> Double { Double(try process.resident()) / 1_048_576 }

    /// Ends it.
    func end() { process.end() }
}
