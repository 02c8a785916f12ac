import Reactive
import Records
import Systemd
import Varlink

/// A whole almanac of this process with one source, and what it costs.
final class MillionHouse {
    /// What it cost to accept a document.
    struct Cost: CustomStringConvertible {
        /// The most resident memory meanwhile, bytes.
        let resident: Int
        /// The longest turn of the loop meanwhile.
        let turn: Duration
        /// What the loop did in that turn.
        let turnTime: ThreadTime
        /// The process's CPU time, seconds.
        let cpu: Double
        /// The time that passed, seconds.
        let wall: Double

        var description: String {
            """
            \(Measure.short(wall)) s, \(Measure.short(cpu)) s of CPU, at most \(resident / 1_000_000) MB resident, \
            longest turn \(Measure.short(turn / .milliseconds(1))) ms (computing \(Measure.short(turnTime.computing)), \
            waiting for a processor \(Measure.short(turnTime.queueing)))
            """
        }
    }

    /// Where the source's document is looked for.
    let table: String
    private let folder: BenchFolder
    private let house: BenchHouse
    private let client: Client
    private var loop: EventLoop { house.loop }
    /// What the loop did in its longest turn.
    private var longest = ThreadTime(computing: 0, queueing: 0)

    /// Starts it; the document is not there yet.
    init(_ definition: String) throws {
        folder = try BenchFolder(with: BenchHouse.folders)
        table = folder.path + "/rows.csv"
        try folder.write("[Source]\nPath=\(table)\n" + definition, to: "etc/sources.d/rows.source")
        house = try BenchHouse(in: folder.path, on: EventLoop())
        try house.begin()
        client = try house.client()
    }

    /// Turns until so many documents were accepted, and measures meanwhile.
    func measure(documents: Int) throws -> Cost {
        try resetResident()
        loop.resetLongestTurn()
        longest = ThreadTime(computing: 0, queueing: 0)
        let (cpu, start) = (Measure.cpu, loop.now)
        while try accepted() < documents {
            guard loop.now - start < .seconds(600) else { throw BenchError(description: "it takes too long") }
            let end = loop.now + .milliseconds(200)
            while loop.now < end { try turn() }
        }
        return Cost(
            resident: try resident(), turn: loop.longestTurn, turnTime: longest,
            cpu: (Measure.cpu - cpu) / 1e9,
            wall: (loop.now - start) / .seconds(1))
    }

    /// Turns until nothing is left to do of what came, such as indexes that follow: until five seconds on end took
    /// next to no CPU time.
    ///
    /// - Returns: The process's CPU time meanwhile, seconds.
    func settle() throws -> Double {
        let (start, limit) = (Measure.cpu, loop.now + .seconds(1800))
        var quiet = 0
        while quiet < 5, loop.now < limit {
            let (before, end) = (Measure.cpu, loop.now + .seconds(1))
            while loop.now < end { try turn() }
            quiet = Measure.cpu - before < 20e6 ? quiet + 1 : 0
        }
        return (Measure.cpu - start) / 1e9
    }

    /// Ends it.
    func end() { house.end() }

    private func turn() throws {
        let (before, known) = (ThreadTime.now, loop.longestTurn)
        _ = try loop.turn(timeout: .milliseconds(200))
        if loop.longestTurn > known { longest = ThreadTime.now - before }
    }

    /// How many documents were accepted so far.
    private func accepted() throws -> Int {
        try client.ask("GetStatus", turning: turn)["counters"]?["accepted"]?.int ?? 0
    }

    /// Source: proc(5), clear_refs: 5 resets the peak of the resident memory.
    private func resetResident() throws {
        guard BenchFiles.write([0x35], to: "/proc/self/clear_refs") else {
            throw BenchError(description: "the system does not reset the peak of the memory")
        }
    }

    private func resident() throws -> Int { try BenchFiles.number("VmHWM:", in: "/proc/self/status") << 10 }
}
