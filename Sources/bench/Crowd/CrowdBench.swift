import Records
import Systemd

/// `bench crowd`: a thousand subscribers, half of which are stopped, and ten thousand that connect at the
/// same time.
///
/// The almanac is a separate process that reads a table; the subscribers are further processes, one of which
/// is stopped by SIGSTOP. Every subscriber checks that it receives every change once, in order, with the
/// expected content.
enum CrowdBench {
    /// The number of subscribers in each of two processes.
    private static let half = 500
    private static let many = 10_000

    /// Runs the benchmark, or one of its processes.
    ///
    /// - Parameter arguments: `serve FOLDER` or `read SOCKET` for such a process.
    /// - Throws: An error if a process cannot be started, or a subscriber receives something unexpected.
    static func run(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("serve", 2): try CrowdFixture.serve(in: arguments[1])
        case ("read", 2): try CrowdReaders(half, at: arguments[1]).run()
        default:
            try FileDescriptor.raiseLimit()
            try compareStopped()
            try comeAtOnce()
        }
    }

    private static func compareStopped() throws {
        let fixture = try CrowdFixture(rows: CrowdTable.rows, length: 700)
        defer { fixture.end() }
        let undisturbed = try deliver(fixture, stopping: false)
        var resident: [Double] = [try fixture.resident()]
        let disturbed = try deliver(fixture, stopping: true) { resident.append($0) }
        print("MiB resident: \(resident.map(Measure.short).joined(separator: ", then "))")
        Measure.goal("crowd memory while half stand still", resident[2] - resident[1], limit: 1, unit: " MiB")
        print(
            "µs from a commit to a reader, 99 of 100: undisturbed \(undisturbed), half stopped \(disturbed)")
        Measure.goal(
            "crowd p99 of those who read to undisturbed", Double(disturbed) / Double(undisturbed), limit: 2)
        Measure.goal("crowd readers with a change lost, doubled or out of order", 0, limit: 0)
    }

    /// Publishes all documents to two processes of subscribers.
    ///
    /// - Parameters:
    ///   - fixture: The almanac.
    ///   - stopping: Whether the second process is stopped meanwhile.
    ///   - look: Receives the almanac's memory after the stopped subscribers fell behind, and at the end,
    ///     in MiB.
    /// - Throws: An error if a subscriber receives something unexpected.
    /// - Returns: The 99th percentile of the delay to the first process, in microseconds.
    private static func deliver(
        _ fixture: CrowdFixture, stopping: Bool, look: (Double) -> Void = { _ in }
    ) throws -> Int {
        let reading = try CrowdProcess(at: fixture.socketPath)
        let standing = try CrowdProcess(at: fixture.socketPath)
        defer {
            reading.end()
            standing.end()
        }
        for readers in [reading, standing] { try readers.expect("ready") }
        if stopping { standing.halt() }
        for document in 1...CrowdTable.documents {
            try fixture.publish(document)
            try reading.expect("document \(document)")
            if document == CrowdTable.settled || document == CrowdTable.documents {
                look(try fixture.resident())
            }
        }
        if stopping { standing.resume() }
        for document in 1...CrowdTable.documents { try standing.expect("document \(document)") }
        let words = try reading.line().split(separator: " ")
        guard words.first == "p99", let worst = words.last.flatMap({ Int($0) }) else {
            throw BenchError(description: "unexpected line of the subscribers: \(words)")
        }
        return worst
    }

    private static func comeAtOnce() throws {
        let fixture = try CrowdFixture(rows: 100, length: 20)
        defer { fixture.end() }
        let start = ContinuousClock.now
        let crowd = try CrowdArrival(many, at: fixture.socketPath)
        try crowd.awaitReady(records: 100)
        let seconds = start.duration(to: .now) / .seconds(1)
        Measure.goal("crowd \(many) connected and caught up", seconds, limit: 5, unit: " s")
        let counters = try CrowdArrival.status(at: fixture.socketPath)["counters"]
        guard let longest = counters?["longestTurnUSec"]?.int else {
            throw BenchError(description: "the daemon does not report its longest turn")
        }
        Measure.goal("crowd longest turn of the loop", Double(longest) / 1_000, limit: 100, unit: " ms")
    }
}
