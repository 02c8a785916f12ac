import Records
import Systemd

/// `bench start`: the daemon in a separate process with 1,000 sources refreshed once a minute and 100,000
/// existing records: the time from its start to READY=1, its memory then and at rest, its wake-ups at rest.
///
/// The floor in the same run and in turn: a process that only prints its version, reading the same definition
/// files, and SQLite alone reading the same rows. Medians of nine.
enum StartBench {
    private static let turns = 9
    /// The time for counting wake-ups, in seconds: long enough for all sources, which are checked together.
    private static let window = 120.0

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The path of almanacd; by default the one next to this program.
    /// - Throws: An error if it cannot be started, or of the disk.
    static func run(_ arguments: [String]) throws {
        let machine = try StartMachine(sources: 1_000, records: 100, program: arguments.first)
        try machine.fill()
        var starts: [Double] = []
        var floors: [StartFloor] = []
        var memory: [Double] = []
        for _ in 0..<turns {
            floors.append(try StartFloor.measure(machine))
            let (time, resident) = try SharedCore.avoid { try measureStart(of: machine) }
            starts.append(time)
            memory.append(resident)
        }
        let start = Measure.median(starts)
        let floor = StartFloor.median(floors)
        printTimes(start, floor: floor)
        let (process, _) = try machine.start()
        try machine.rest(process)
        let wakeups = try process.wakeups(within: window)
        let resting = Double(try process.resident()) / 1e6
        process.stop()
        let atStart = Measure.median(memory)
        print("resident: \(Measure.short(atStart)) MB at READY, \(Measure.short(resting)) MB at rest")
        print("wake-ups: of all threads, counted for \(Int(window)) s")
        Measure.goal("start, to READY", start, limit: 35, unit: " ms")
        Measure.goal("start, resident at READY", atStart, limit: 16, unit: " MB")
        Measure.goal("start, wake-ups a minute", wakeups, limit: 70)
    }

    /// Starts and stops the daemon.
    ///
    /// - Returns: The time until READY=1 in milliseconds, and the resident memory then in megabytes.
    private static func measureStart(of machine: StartMachine) throws -> (time: Double, resident: Double) {
        let (process, time) = try machine.start()
        defer { process.stop() }
        return (time, Double(try process.resident()) / 1e6)
    }

    private static func printTimes(_ start: Double, floor: StartFloor) {
        print("1,000 sources, 100,000 records, median of \(turns), ms")
        print("  a process that says its version   \(Measure.short(floor.process))")
        print("  reading the definitions' bytes    \(Measure.short(floor.files))")
        print("  SQLite alone reading the states   \(Measure.short(floor.database))")
        print("  the daemon, from start to READY   \(Measure.short(start))")
        print("  to the floor                      \(Measure.short(start / floor.sum))x")
    }
}
