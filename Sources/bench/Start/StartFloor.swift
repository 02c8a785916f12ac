import Glibc

/// The minimal cost of a start, in milliseconds of wall time.
struct StartFloor {
    /// Creating, linking and ending a process.
    var process = 0.0
    /// Reading all definition files.
    var files = 0.0
    /// Reading the sources' states from the database.
    var database = 0.0

    /// The content.
    var sum: Double { process + files + database }

    /// Measures the costs once.
    static func measure(_ machine: StartMachine) throws -> StartFloor {
        StartFloor(
            process: try time { try machine.sayVersion() },
            files: try time { try readDefinitions(machine) },
            database: try time { try readStates(machine.path + "/state/private/almanac.db") })
    }

    /// The medians.
    static func median(_ floors: [StartFloor]) -> StartFloor {
        StartFloor(
            process: Measure.median(floors.map(\.process)), files: Measure.median(floors.map(\.files)),
            database: Measure.median(floors.map(\.database)))
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        try BenchCost.of(1, body).wall / 1000
    }

    private static func readDefinitions(_ machine: StartMachine) throws {
        var room = [UInt8](repeating: 0, count: 4096)
        for number in 0..<machine.sources {
            let file = open(machine.definition(number), O_RDONLY)
            guard file >= 0, read(file, &room, room.count) > 0 else {
                throw BenchError(description: "cannot read \(machine.definition(number))")
            }
            close(file)
        }
    }

    private static func readStates(_ path: String) throws {
        let database = try FloorDatabase(path)
        for table in ["source", "state", "request"] { try database.read("SELECT * FROM \(table)") }
    }
}
