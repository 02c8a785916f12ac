import Daemon
import Glibc
import Systemd

/// The almanac of the crowd, which keeps one table.
final class CrowdHouse {
    private let loop: EventLoop
    private let almanac: Almanac

    /// - Parameter folder: Where all of it lies.
    /// - Throws: What the system says when it cannot begin.
    init(in folder: String) throws {
        let limits = "[Almanac]\nMaxConnections=20000\nMaxConnectionsPerUser=20000\n"
        let table = "[Source]\nKind=table\nPath=\(folder)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        for name in ["/etc", "/etc/sources.d", "/run"] { mkdir(folder + name, 0o755) }
        guard BenchFiles.write(Array(limits.utf8), to: folder + "/etc/almanac.conf"),
            BenchFiles.write(Array(table.utf8), to: folder + "/etc/sources.d/rows.source")
        else { throw BenchError(description: "cannot write to \(folder)") }
        loop = try EventLoop()
        almanac = try Almanac(
            Directories(
                configuration: folder + "/etc", state: folder + "/state", run: folder + "/run",
                library: folder + "/lib"), on: loop)
        almanac.begin(on: []) { _ in }
        // What it tells without a journal is nobody's here.
        _ = dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
    }

    /// Serves until it is ended from outside.
    func serve() throws { _ = try loop.run() }
}
