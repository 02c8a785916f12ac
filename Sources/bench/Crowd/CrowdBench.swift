import Records
import Systemd

/// `bench crowd`: a thousand subscribers of whom half stand still, and ten thousand who come at once.
///
/// The almanac is a process of its own that reads a table; the readers are further processes, of which one is stopped by
/// SIGSTOP. Every reader checks that it gets every change once, in order, by its content.
enum CrowdBench {
    /// Readers in each of two processes.
    private static let half = 500
    private static let many = 10_000

    /// Runs the benchmark, or one of its processes when the arguments say so.
    ///
    /// - Parameter arguments: `serve FOLDER` or `read SOCKET` for such a process.
    /// - Throws: When a process cannot be started, or a reader does not get what it must.
    static func run(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("serve", 2): try CrowdHouse.serve(in: arguments[1])
        case ("read", 2): try CrowdReaders(half, at: arguments[1]).run()
        default:
            try FileDescriptor.raiseLimit()
            try compareStopped()
            try comeAtOnce()
        }
    }

    private static func compareStopped() throws {
        let house = try CrowdHouse(rows: CrowdTable.rows, length: 700)
        defer { house.end() }
        let undisturbed = try tell(house, stopping: false)
        var resident: [Double] = [try house.resident()]
        let disturbed = try tell(house, stopping: true) { resident.append($0) }
        print("MiB resident: \(resident.map(Measure.short).joined(separator: ", then "))")
        Measure.goal("crowd memory while half stand still", resident[2] - resident[1], limit: 1, unit: " MiB")
        print(
            "µs from a commit to a reader, 99 of 100: undisturbed \(undisturbed), half stopped \(disturbed)")
        Measure.goal(
            "crowd p99 of those who read to undisturbed", Double(disturbed) / Double(undisturbed), limit: 2)
        Measure.goal("crowd readers with a change lost, doubled or out of order", 0, limit: 0)
    }

    /// Has all documents told to two processes of readers.
    ///
    /// - Parameters:
    ///   - house: The almanac.
    ///   - stopping: Whether the second process stands still meanwhile.
    ///   - look: Told how much memory the almanac has when they have been left behind, and at the end, MiB.
    /// - Throws: When a reader does not get what it must.
    /// - Returns: How long 99 of 100 documents took to a reader of the first process at most, microseconds.
    private static func tell(
        _ house: CrowdHouse, stopping: Bool, look: (Double) -> Void = { _ in }
    ) throws -> Int {
        let (reading, standing) = (try CrowdProcess(at: house.door), try CrowdProcess(at: house.door))
        defer {
            reading.end()
            standing.end()
        }
        for readers in [reading, standing] { try readers.expect("ready") }
        if stopping { standing.halt() }
        for document in 1...CrowdTable.documents {
            try house.publish(document)
            try reading.expect("document \(document)")
            if document == CrowdTable.settled || document == CrowdTable.documents {
                look(try house.resident())
            }
        }
        if stopping { standing.resume() }
        for document in 1...CrowdTable.documents { try standing.expect("document \(document)") }
        let words = try reading.line().split(separator: " ")
        guard words.first == "p99", let worst = words.last.flatMap({ Int($0) }) else {
            throw BenchError(description: "the readers said \(words)")
        }
        return worst
    }

    private static func comeAtOnce() throws {
        let house = try CrowdHouse(rows: 100, length: 20)
        defer { house.end() }
        let start = ContinuousClock.now
        let crowd = try CrowdArrival(many, at: house.door)
        try crowd.awaitReady(records: 100)
        let seconds = start.duration(to: .now) / .seconds(1)
        Measure.goal("crowd \(many) connected and caught up", seconds, limit: 5, unit: " s")
        let counters = try CrowdArrival.status(at: house.door)["counters"]
        guard let longest = counters?["longestTurnUSec"]?.int else {
            throw BenchError(description: "the almanac does not tell its longest turn")
        }
        Measure.goal("crowd longest turn of the loop", Double(longest) / 1_000, limit: 100, unit: " ms")
    }
}
