import Glibc
import Systemd

/// A cron job that runs curl for each source, with a conditional request.
enum IdleCron {
    /// Measures one request: cron's shell and curl.
    ///
    /// - Parameters:
    ///   - count: The number of measured requests.
    ///   - upstream: The server.
    /// - Returns: The mean of what their processes use.
    /// - Throws: An error if they cannot be started.
    static func measure(_ count: Int, of upstream: IdleUpstream) throws -> IdleCost {
        let folder = try BenchFolder()
        let tag = folder.path + "/tag"
        let command =
            "curl --silent --etag-compare \(tag) --etag-save \(tag) --output \(folder.path)/data \(upstream.address("cron"))"
        _ = try run(command, of: upstream)
        var sum = IdleCost()
        for _ in 0..<count { sum = try sum + run(command, of: upstream) }
        return sum * (1 / Double(count))
    }

    /// Returns the cost of an hour: the requests, and cron's wake-up every minute.
    static func hour(of fetch: IdleCost, sources: Int, interval: Double) -> IdleCost {
        let requests = fetch * (Double(sources) * 3_600 / interval)
        return requests + IdleCost(wakeups: 60)
    }

    private static func run(_ command: String, of upstream: IdleUpstream) throws -> IdleCost {
        let before = usage()
        let process = try BenchProcess(["/bin/sh", "-c", command + "; exit"])
        try upstream.serve(until: { process.hasEnded })
        return usage() - before
    }

    /// Returns what all children that have ended have used.
    private static func usage() -> IdleCost {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let rest = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        return IdleCost(wakeups: Double(usage.ru_nvcsw), processor: seconds + rest)
    }
}
