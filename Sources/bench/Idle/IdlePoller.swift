import Glibc
import Systemd

/// A Python program that polls a number of addresses: `Peers/idle.py`.
struct IdlePoller {
    /// Its process.
    let process: BenchProcess
    private let folder: BenchFolder

    /// Starts it.
    ///
    /// - Parameters:
    ///   - sources: The number of addresses.
    ///   - interval: The seconds between two requests of an address.
    ///   - upstream: Their server.
    /// - Throws: An error if it cannot be started.
    init(sources: Int, interval: Double, of upstream: IdleUpstream) throws {
        folder = try BenchFolder()
        process = try BenchProcess([
            "/usr/bin/python3", BenchFiles.root + "Sources/bench/Peers/idle.py",
            upstream.address("python/\(sources)/"), "\(sources)", "\(interval)",
            folder.path + "/poller.db",
        ])
    }
}
