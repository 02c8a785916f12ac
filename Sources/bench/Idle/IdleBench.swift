import Glibc
import Records
import Systemd

/// `bench idle`: the wake-ups and the CPU time per hour of keeping 10, 100 and 1,000 sources fresh that are
/// requested every five minutes and do not change: of the daemon, of a Python program that polls them, and of
/// a cron job that runs curl for each. All make conditional requests to a server in this process, without TLS,
/// and keep on the disk what a restart needs.
///
/// The daemon and the Python program run all at once for one interval, in which each requests every source
/// once; each run of curl is measured by itself.
enum IdleBench {
    private static let counts = [10, 100, 1_000]

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The interval in seconds, 300 by default.
    /// - Throws: An error if a program cannot be started.
    static func run(_ arguments: [String]) throws {
        let interval = arguments.first.flatMap(Double.init) ?? 300
        let upstream = try IdleUpstream()
        let daemons = try counts.map { try IdleDaemon(sources: $0, interval: interval, of: upstream) }
        let pollers = try counts.map { try IdlePoller(sources: $0, interval: interval, of: upstream) }
        let peers = daemons.map(\.process) + pollers.map(\.process)
        // The folders must stay until then.
        let usage = try withExtendedLifetime((daemons, pollers)) {
            // After the first load, the daemon moves its write-ahead log into the database once, within 70 s.
            try upstream.serve(for: 75)
            defer { for process in peers { process.end() } }
            return try measure(peers, for: interval, upstream)
        }
        let fetch = try IdleCron.measure(40, of: upstream)
        print("sources  program   wake-ups an hour  CPU seconds an hour")
        for (place, count) in counts.enumerated() {
            let daemon = usage[place] * (3_600 / interval)
            let poller = usage[counts.count + place] * (3_600 / interval)
            let cron = IdleCron.hour(of: fetch, sources: count, interval: interval)
            for (name, cost) in [("almanacd", daemon), ("python3", poller), ("cron", cron)] {
                print("\(count)".right(7) + "  " + name.left(10) + cost.columns)
            }
            judge("idle, \(count) sources", count, daemon, poller: poller, cron: cron)
        }
    }

    /// Prints the goals. The rarer the requests, the more each costs: the caches of the processor have other contents
    /// by then, and what requests share is shared by fewer.
    private static func judge(
        _ name: String, _ count: Int, _ daemon: IdleCost, poller: IdleCost, cron: IdleCost
    ) {
        let limits = [10: 0.3, 100: 0.15, 1_000: 0.1]
        Measure.goal("\(name), CPU to cron", daemon.processor / cron.processor, limit: limits[count] ?? 0)
        guard count >= 100 else { return }
        Measure.goal("\(name), CPU to Python", daemon.processor / poller.processor, limit: 1)
        Measure.goal("\(name), wake-ups to cron", daemon.wakeups / cron.wakeups, limit: 0.75)
    }

    /// Returns what each process uses within a number of seconds.
    private static func measure(
        _ processes: [BenchProcess], for seconds: Double, _ upstream: IdleUpstream
    ) throws -> [IdleCost] {
        let before = try processes.map { try IdleCost(of: $0) }
        let requests = upstream.requests
        try upstream.serve(for: seconds)
        print("\(upstream.requests - requests) requests within \(Int(seconds)) s")
        return try zip(processes, before).map { try IdleCost(of: $0) - $1 }
    }
}
