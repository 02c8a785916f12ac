import Glibc
import Systemd

/// The daemon with a number of sources.
final class IdleDaemon {
    /// Its process.
    let process: BenchProcess
    private let folder: BenchFolder

    /// Starts it.
    ///
    /// - Parameters:
    ///   - sources: The number of sources.
    ///   - interval: The seconds between two requests of a source.
    ///   - upstream: Their server.
    /// - Throws: An error if it cannot be started.
    init(sources: Int, interval: Double, of upstream: IdleUpstream) throws {
        folder = try BenchFolder(with: BenchFixture.folders)
        for number in 0..<sources {
            let definition = """
                [Source]
                Kind=table
                URL=\(upstream.address("daemon/\(sources)/\(number)"))
                Refresh=\(Int(interval))s
                AllowHTTP=yes
                AllowPrivate=yes
                [Table]
                Delimiter=,
                [Record]
                Key=id

                """
            try folder.write(definition, to: "etc/sources.d/s\(number).source")
        }
        let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        let path = folder.path
        process = try BenchProcess(
            [
                try BenchFiles.programs() + "almanacd", "--config", path + "/etc", "--state", path + "/state",
                "--run", path + "/run", "--library", path + "/lib",
            ], environment: ["SWIFT_BACKTRACE=enable=no"], output: nowhere.raw, errors: nowhere.raw)
    }
}
