import Glibc
import Systemd

/// `bench web`: the web interface with a thousand streams, beside nginx, and in Chromium.
///
/// The daemon keeps the data of the demo. The web interface and nginx have a processor of their own each time
/// they are measured, the daemon and the clients another one. All of them, and Chromium, run in a network that
/// has only the loopback device.
enum WebBench {
    /// The processor of the server that is measured.
    static let serverProcessor = "0"
    /// The processor of the clients and the daemon.
    private static let clientProcessor = "1"

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The parts to run, all by default: `streams`, `rates`, `pages`. `alone` is added
    ///   by this program when it starts itself in a network of its own.
    /// - Throws: An error if a process cannot be started, or does not answer as expected.
    static func run(_ arguments: [String]) throws {
        guard arguments.contains("alone") else { return try runAlone(arguments) }
        try FileDescriptor.raiseLimit()
        let parts = arguments.filter { $0 != "alone" }
        let fixture = try WebFixture()
        defer { fixture.end() }
        if parts.isEmpty || parts.contains("streams") { try WebStreamsBench.run(fixture) }
        if parts.isEmpty || parts.contains("rates") { try WebRatesBench.run(fixture) }
        if parts.isEmpty || parts.contains("pages") { try WebPagesBench.run(fixture) }
    }

    /// Runs this program again in a network of its own; exits with status 77 if a part is missing.
    private static func runAlone(_ arguments: [String]) throws {
        guard roots("browser", "nginx") else { skip("Chromium or nginx cannot be had") }
        let words =
            [BenchFiles.root + "Tests/Browser/alone", "taskset", "-c", clientProcessor]
            + [try BenchFiles.program(), "web", "alone"] + arguments
        fflush(nil)
        let status = system(words.map { "'\($0)'" }.joined(separator: " "))
        switch status >> 8 {
        case 0: return
        case 1: Measure.miss()
        case 77: skip("no network of one's own can be made")
        default: throw BenchError(description: "the benchmark ends with status \(status >> 8)")
        }
    }

    /// Makes folders with programs, see `Tests/Browser/roots`; returns whether they are there.
    private static func roots(_ names: String...) -> Bool {
        let command = "'\(BenchFiles.root)Tests/Browser/roots' \(names.joined(separator: " "))"
        return BenchFiles.output(of: command).count == names.count
    }

    private static func skip(_ reason: String) -> Never {
        print("web: skipped: \(reason)")
        exit(77)
    }
}
