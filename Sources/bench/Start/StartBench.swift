import Records
import Systemd

/// `bench start`: the daemon itself as a process of its own, with 1,000 sources that are looked after once a minute
/// and 100,000 records from before: from its start to READY=1, its memory then and at rest, its wake-ups at rest.
///
/// In the same run and in turn the floor: a process that only says its version, the bytes of the same definition
/// files, and SQLite alone reading the same rows. Medians of nine.
enum StartBench {
    private static let turns = 9
    /// How long wake-ups are counted, seconds: so that all sources are looked after meanwhile, which they are together.
    private static let window = 120.0

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: Where almanacd is; without, it is taken from beside this program.
    /// - Throws: When it cannot be started, or the disk fails.
    static func run(_ arguments: [String]) throws {
        let machine = try StartMachine(sources: 1_000, records: 100, program: arguments.first)
        try machine.fill()
        var (starts, floors, memory): ([Double], [StartFloor], [Double]) = ([], [], [])
        for _ in 0..<turns {
            floors.append(try StartFloor.measure(machine))
            let (process, time) = try machine.start()
            starts.append(time)
            memory.append(Double(try process.resident()) / 1e6)
            process.stop()
        }
        let (start, floor) = (Measure.median(starts), StartFloor.median(floors))
        tell(start, floor)
        let (process, _) = try machine.start()
        try machine.rest(process)
        let wakeups = try process.wakeups(within: window)
        let resting = Double(try process.resident()) / 1e6
        process.stop()
        let atStart = Measure.median(memory)
        print("resident: \(Measure.short(atStart)) MB at READY, \(Measure.short(resting)) MB at rest")
        print("wake-ups: of all threads, counted for \(Int(window)) s")
        Measure.goal("start, to READY", start, limit: 50, unit: " ms")
        Measure.goal("start, resident at READY", atStart, limit: 25, unit: " MB")
        Measure.goal("start, wake-ups a minute", wakeups, limit: 70)
    }

    private static func tell(_ start: Double, _ floor: StartFloor) {
        print("1,000 sources, 100,000 records, median of \(turns), ms")
        print("  a process that says its version   \(Measure.short(floor.process))")
        print("  reading the definitions' bytes    \(Measure.short(floor.files))")
        print("  SQLite alone reading the states   \(Measure.short(floor.database))")
        print("  the daemon, from start to READY   \(Measure.short(start))")
        print("  to the floor                      \(Measure.short(start / floor.sum))x")
    }
}
