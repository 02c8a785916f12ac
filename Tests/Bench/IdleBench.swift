import Glibc
import Records
import Systemd
import TestServer

/// `bench idle`: the wake-ups and the CPU time per hour of keeping 10, 100 and 1,000 sources fresh that are
/// requested every five minutes and do not change: of the daemon, of a Python program that polls them, and of
/// a cron job that runs curl for each. All make conditional requests to a server in this process, without
/// TLS, and keep on the disk what a restart needs.
///
/// The daemon and the Python program run all at once for one interval, in which each requests every source
/// once; each run of curl is measured by itself. Energy is the subject: wake-ups and CPU time are judged.
enum IdleBench {
    /// The wake-ups of all threads and the CPU seconds of a process.
    private typealias Cost = (wakeups: Double, processor: Double)

    /// The numbers of sources, with the limits of the CPU time relative to cron's. The rarer the requests,
    /// the more each costs: what requests share is shared by fewer.
    private static let limits = [(10, 0.3), (100, 0.15), (1_000, 0.1)]

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The interval in seconds, 300 by default.
    /// - Throws: An error if a program cannot be started.
    static func run(_ arguments: [String]) throws {
        let interval = arguments.first.flatMap(Double.init) ?? 300
        let upstream = try IdleUpstream()
        let daemons = try limits.map { try daemon($0.0, interval, upstream) }
        let folder = try BenchFolder()
        let pollers = try limits.map { count, _ in
            try BenchProcess([
                "/usr/bin/python3", BenchFiles.root + "Tests/Bench/Peers/idle.py",
                upstream.address("python/\(count)/"),
                "\(count)", "\(interval)", "\(folder.path)/\(count).db",
            ])
        }
        let processes = daemons.compactMap(\.process) + pollers
        // After the first load, the daemon moves its write-ahead log into the database once, within 70 s.
        try upstream.serve(for: 75)
        let (before, requests) = (try processes.map(cost), upstream.requests)
        try upstream.serve(for: interval)
        let hour = 3_600 / interval
        let usage = try zip(processes, before).map { process, before in
            let now = try cost(of: process)
            return Cost((now.wakeups - before.wakeups) * hour, (now.processor - before.processor) * hour)
        }
        print("\(upstream.requests - requests) requests within \(Int(interval)) s")
        for process in processes { process.end() }
        let fetch = try cronFetch(40, of: upstream)
        print("sources  program   wake-ups an hour  CPU seconds an hour")
        for (place, (count, limit)) in limits.enumerated() {
            let (ours, python) = (usage[place], usage[limits.count + place])
            // cron itself wakes up once a minute.
            let cron = Cost(fetch.wakeups * Double(count) * hour + 60, fetch.processor * Double(count) * hour)
            for (name, cost) in [("almanacd", ours), ("python3", python), ("cron", cron)] {
                print(
                    "\(count)".right(7) + "  " + name.left(10) + Goal.short(cost.wakeups).right(16)
                        + Goal.short(cost.processor).right(21))
            }
            Goal.most("idle, \(count) sources, CPU to cron", ours.processor / cron.processor, limit: limit)
            guard count >= 100 else { continue }
            Goal.most("idle, \(count) sources, CPU to Python", ours.processor / python.processor, limit: 1)
            Goal.most("idle, \(count) sources, wake-ups to cron", ours.wakeups / cron.wakeups, limit: 0.75)
        }
    }

    private static func daemon(_ count: Int, _ interval: Double, _ upstream: IdleUpstream) throws -> Almanac {
        let almanac = try Almanac()
        for number in 0..<count {
            try almanac.define(
                "s\(number)",
                "Kind=table\nURL=\(upstream.address("daemon/\(count)/\(number)"))\n"
                    + "Refresh=\(Int(interval))s\n"
                    + "AllowHTTP=yes\nAllowPrivate=yes\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        }
        try almanac.start()
        return almanac
    }

    private static func cost(of process: BenchProcess) throws -> Cost {
        (Double(try process.switches()), try process.cpu() / 1e9)
    }

    /// Returns the mean of what cron's shell and curl use for a conditional request.
    private static func cronFetch(_ count: Int, of upstream: IdleUpstream) throws -> Cost {
        let folder = try BenchFolder()
        let tag = folder.path + "/tag"
        let command = "curl --silent --etag-compare \(tag) --etag-save \(tag) --output \(folder.path)/data "
        func fetch() throws {
            let process = try BenchProcess(["/bin/sh", "-c", command + upstream.address("cron") + "; exit"])
            try upstream.serve(until: { process.hasEnded })
        }
        try fetch()
        let before = children()
        for _ in 0..<count { try fetch() }
        let after = children()
        let each = 1 / Double(count)
        return ((after.wakeups - before.wakeups) * each, (after.processor - before.processor) * each)
    }

    /// Returns what all children that have ended have used.
    private static func children() -> Cost {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        return (Double(usage.ru_nvcsw), times.reduce(0, +))
    }
}

/// A server of tables that never change: it answers conditional requests with 304.
private final class IdleUpstream {
    /// The number of requests so far.
    private(set) var requests = 0
    private let loop: EventLoop
    private let server: HTTPServer

    init() throws {
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        let text = "id,name,value\n" + (0..<100).map { "\($0),Record \($0),\($0 * 7)\n" }.joined()
        server.script = { [unowned self] head in
            requests += 1
            let isKnown = head.lowercased().contains("if-none-match: \"1\"")
            return [
                isKnown
                    ? .answer("304 Not Modified", "ETag: \"1\"\r\n")
                    : .answer("200 OK", "ETag: \"1\"\r\nContent-Type: text/csv\r\n", text)
            ]
        }
    }

    /// Returns the address of a document.
    func address(_ path: String) -> String { server.url("/\(path)") }

    /// Answers requests for a number of seconds.
    func serve(for seconds: Double) throws {
        let end = Clock.wall + seconds * 1e9
        while Clock.wall < end { _ = try loop.turn(timeout: .milliseconds(50)) }
    }

    /// Answers requests until a condition holds.
    func serve(until isOver: () -> Bool) throws {
        while !isOver() { _ = try loop.turn(timeout: .milliseconds(1)) }
    }
}
