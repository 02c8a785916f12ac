import Glibc
import Records

/// `bench start`: the daemon with 1,000 sources refreshed once a minute and 100,000 existing records: the
/// time from its start to READY=1, its memory then and at rest, its wake-ups at rest. Time is the subject.
///
/// The floor in the same run: a process that only prints its version, reading the same definition files, and
/// SQLite alone reading the same rows.
enum StartBench {
    private static let (sources, records, turns) = (1_000, 100, 9)
    /// The time for counting wake-ups, in seconds: long enough for all sources, which are checked together.
    private static let window = 120.0

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The path of almanacd; by default the one next to this program.
    /// - Throws: An error if it cannot be started, or of the disk.
    static func run(_ arguments: [String]) throws {
        let almanac = try Almanac(program: arguments.first)
        for number in 0..<sources { try define(number, in: almanac) }
        try almanac.start()
        try almanac.wait { try almanac.records == sources * records }
        try almanac.rest()
        var memory: [Double] = []
        try Goal.times([("start, to READY", 35)], unit: " ms") {
            let pairs = try (0..<turns).map { _ in
                almanac.stop()
                let floor = try floor(of: almanac)
                let time = try almanac.start()
                memory.append(try almanac.resident)
                return (time: time, ratio: time / floor)
            }
            let time = pairs.map(\.time).median
            print(
                "to READY: \(Goal.short(time)) ms, \(Goal.short(pairs.map(\.ratio).median)) times the floor"
            )
            return [time]
        }
        try almanac.rest()
        let wakeups = try almanac.process?.wakeups(within: window) ?? 0
        print(
            "resident: \(Goal.short(memory.median)) MB at READY, \(Goal.short(try almanac.resident)) at rest"
        )
        Goal.most("start, resident at READY", memory.median, limit: 16, unit: " MB")
        Goal.most("start, wake-ups a minute", wakeups, limit: 70)
    }

    /// Returns the milliseconds of the floor.
    private static func floor(of almanac: Almanac) throws -> Double {
        try Clock.milliseconds {
            let nowhere = open("/dev/null", O_WRONLY)
            defer { close(nowhere) }
            try BenchProcess([almanac.program, "--version"], output: nowhere).wait()
            for number in 0..<sources {
                _ = try BenchFiles.bytes("\(almanac.folder.path)/etc/sources.d/s\(number).source")
            }
            let database = try FloorDatabase(almanac.store + "/almanac.db")
            for table in ["source", "state", "request"] { try database.read("SELECT * FROM \(table)") }
        }
    }

    private static func define(_ number: Int, in almanac: Almanac) throws {
        let rows = (0..<records).map {
            "\($0),Record \($0) of source \(number),Town \($0 % 17),\($0 &* 7919 % 1009)\n"
        }
        try almanac.define(
            "s\(number)",
            "Kind=table\nRefresh=1min\n[Table]\nDelimiter=,\n[Record]\nKey=id\nTitle=name\nNumber=value\n")
        try almanac.folder.write("id,name,city,value\n" + rows.joined(), to: "data/s\(number)")
    }
}
