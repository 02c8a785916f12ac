import Reactive
import Records
import Systemd
import Varlink

/// A complete almanac in this process with one source, and its costs.
final class MillionFixture {
    /// The cost of accepting a document.
    struct Cost: CustomStringConvertible {
        /// The peak of the resident memory, in bytes.
        let resident: Int
        /// The longest turn of the loop.
        let turn: Duration
        /// The loop's computing and queueing time in that turn.
        let turnTime: ThreadTime
        /// The process's CPU time, in seconds.
        let cpu: Double
        /// The wall time, in seconds.
        let wall: Double

        var description: String {
            """
            \(Measure.short(wall)) s, \(Measure.short(cpu)) s of CPU, at most \(resident / 1_000_000) MB resident, \
            longest turn \(Measure.short(turn / .milliseconds(1))) ms (computing \(Measure.short(turnTime.computing)), \
            waiting for a processor \(Measure.short(turnTime.queueing)))
            """
        }
    }

    /// The path of the source's document.
    let table: String
    private let folder: BenchFolder
    private let fixture: BenchFixture
    private let client: Client
    private var loop: EventLoop { fixture.loop }
    /// The loop's times in its longest turn.
    private var longest = ThreadTime(computing: 0, queueing: 0)

    /// Starts the almanac without a document.
    init(_ definition: String) throws {
        folder = try BenchFolder(with: BenchFixture.folders)
        table = folder.path + "/rows.csv"
        try folder.write("[Source]\nPath=\(table)\n" + definition, to: "etc/sources.d/rows.source")
        fixture = try BenchFixture(in: folder.path, on: EventLoop())
        try fixture.begin()
        client = try fixture.client()
    }

    /// Runs the loop until a number of documents has been accepted, and measures.
    func measure(documents: Int) throws -> Cost {
        try resetResident()
        loop.resetLongestTurn()
        longest = ThreadTime(computing: 0, queueing: 0)
        let cpu = Measure.cpu
        let start = loop.now
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

    /// Runs the loop until all background work, such as indexing, is done: until six tenths of a second took almost no
    /// CPU time. Indexing begins a tenth of a second after the last commit.
    ///
    /// - Returns: The process's CPU time and the wall time, in seconds.
    func settle() throws -> (cpu: Double, wall: Double) {
        let (cpu, start) = (Measure.cpu, loop.now)
        let limit = start + .seconds(600)
        var quiet = 0
        while quiet < 3, loop.now < limit {
            let before = Measure.cpu
            let end = loop.now + .milliseconds(200)
            while loop.now < end { try turn() }
            quiet = Measure.cpu - before < 4e6 ? quiet + 1 : 0
        }
        return ((Measure.cpu - cpu) / 1e9, (loop.now - start) / .seconds(1))
    }

    /// Stops it.
    func end() { fixture.end() }

    private func turn() throws {
        let before = ThreadTime.now
        let known = loop.longestTurn
        _ = try loop.turn(timeout: .milliseconds(200))
        if loop.longestTurn > known { longest = ThreadTime.now - before }
    }

    /// Returns the number of accepted documents.
    private func accepted() throws -> Int {
        try client.ask("GetStatus", turning: turn)["counters"]?["accepted"]?.int ?? 0
    }

    /// Source: proc(5), clear_refs: 5 resets the peak of the resident memory.
    private func resetResident() throws {
        guard BenchFiles.write([UInt8(ascii: "5")], to: "/proc/self/clear_refs") else {
            throw BenchError(description: "the system does not reset the peak of the memory")
        }
    }

    private func resident() throws -> Int { try BenchFiles.number("VmHWM:", in: "/proc/self/status") << 10 }
}
