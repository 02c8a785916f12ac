import Daemon
import Glibc
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
    private let folder: String
    private let loop: EventLoop
    private let almanac: Almanac
    /// What the loop did in its longest turn.
    private var longest = ThreadTime(computing: 0, queueing: 0)

    /// Starts it; the document is not there yet.
    init(_ definition: String) throws {
        var name = Array("/tmp/almanac-bench-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw BenchError(description: "cannot make a directory in /tmp") }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        table = folder + "/rows.csv"
        for path in ["/etc", "/etc/sources.d", "/run"] { mkdir(folder + path, 0o755) }
        let path = folder + "/etc/sources.d/rows.source"
        guard let file = fopen(path, "w") else { throw BenchError(description: "cannot write \(path)") }
        fputs("[Source]\nPath=\(table)\n" + definition, file)
        fclose(file)
        loop = try EventLoop()
        almanac = try Almanac(
            Directories(
                configuration: folder + "/etc", state: folder + "/state", run: folder + "/run",
                library: folder + "/lib"), on: loop)
        try begin()
    }

    /// Turns until so many documents were accepted, and measures meanwhile.
    func measure(documents: Int) throws -> Cost {
        resetResident()
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
    func end() { almanac.end() }

    /// Removes all that was written.
    func remove() { _ = BenchFiles.output(of: "rm -r '\(folder)'") }

    private func turn() throws {
        let (before, known) = (ThreadTime.now, loop.longestTurn)
        _ = try loop.turn(timeout: .milliseconds(200))
        if loop.longestTurn > known { longest = ThreadTime.now - before }
    }

    private func begin() throws {
        var answer: Result<Void, any Error>?
        almanac.begin(on: []) { answer = $0 }
        while answer == nil { _ = try loop.turn(timeout: .milliseconds(100)) }
        try answer?.get()
    }

    /// How many documents were accepted so far.
    private func accepted() throws -> Int {
        let client = try Client(path: folder + "/run/io.almanac", on: loop)
        var (status, isDone): (JSON?, Bool) = (nil, false)
        let hold = client.call("io.almanac.GetStatus", .object([])).sink { _ in
            isDone = true
        } receiveValue: {
            status = $0.parameters
        }
        while !isDone { try turn() }
        hold.cancel()
        return status?["counters"]?["accepted"]?.int ?? 0
    }

    /// Source: proc(5), clear_refs: 5 resets the peak of the resident memory.
    private func resetResident() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    private func resident() throws -> Int {
        guard let file = fopen("/proc/self/status", "r") else { throw BenchError(description: "no /proc") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            guard text.hasPrefix("VmHWM:") else { continue }
            return (Int(text.filter(\.isNumber)) ?? 0) << 10
        }
        throw BenchError(description: "the system does not tell the peak of the memory")
    }
}
