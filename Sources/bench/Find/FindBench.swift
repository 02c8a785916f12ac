import Records

/// `bench find`: the time of Search, Suggest and Nearby with 100,000 records, and the delay until a change is
/// found; consecutive calls over the socket, wall time.
enum FindBench {
    private static let rows = 100_000
    private static let calls = 400

    /// Runs the benchmark.
    ///
    /// - Throws: A system error.
    static func run() throws {
        let machine = try FindMachine(rows: rows)
        let load = try machine.wait { try machine.records == rows }
        let index = try machine.wait { try found(on: machine, text: "p\(rows - 1)") == 1 }
        print(
            "\(rows) records: taken in \(Measure.short(load)) ms, found after \(Measure.short(index)) ms more"
        )
        print("a call, ms               median      95 %   longest")
        let search = try measure(on: machine, name: "Search", method: "Search") {
            ["text": .string(words($0)), "limit": 20]
        }
        let common = try measure(on: machine, name: "Search of many", method: "Search") { turn in
            ["text": .string(["hospital", "h", "sch", "example 1"][turn % 4])]
        }
        let suggest = try measure(on: machine, name: "Suggest", method: "Suggest") {
            ["prefix": .string(prefix($0))]
        }
        let nearby = try measure(on: machine, name: "Nearby", method: "Nearby", question: place)
        let lag = Measure.median(try (0..<5).map { try self.lag(on: machine, word: "Changed\($0)") })
        machine.end()
        Measure.goal("find, Search, median", search, limit: 5, unit: " ms")
        Measure.goal("find, Search of what thousands have, median", common, limit: 5, unit: " ms")
        Measure.goal("find, Suggest, median", suggest, limit: 0.7, unit: " ms")
        Measure.goal("find, Nearby, median", nearby, limit: 0.5, unit: " ms")
        Measure.goal("find, a change of 10 rows is found after", lag, limit: 1000, unit: " ms")
    }

    /// Repeats a call.
    ///
    /// - Returns: The median, in milliseconds.
    private static func measure(
        on machine: FindMachine, name: String, method: String, question: (Int) -> JSON
    ) throws -> Double {
        var times: [Double] = []
        for turn in 0..<calls {
            let start = Measure.wall
            _ = try machine.ask(method, parameters: question(turn))
            times.append((Measure.wall - start) / 1e6)
        }
        times.sort()
        let shown = [times[calls / 2], times[calls * 95 / 100], times[calls - 1]].map(Measure.short)
        print("  " + name.left(20) + shown.map { $0.right(10) }.joined())
        return times[calls / 2]
    }

    /// Returns one word, two words, or prefixes.
    private static func words(_ turn: Int) -> String {
        let all = FindWords.all
        let first = all[turn * 7 % all.count]
        let second = all[turn * 13 % all.count]
        return switch turn % 4 {
        case 0: first
        case 1: "\(first) \(second)"
        case 2: String(first.prefix(3 + turn % 5))
        default: "\(second) town \(turn)"
        }
    }

    private static func prefix(_ turn: Int) -> String {
        let all = FindWords.all
        let word = all[turn * 7 % all.count]
        let begun = "\(word) \(all[turn * 13 % all.count])".prefix(5 + turn % 8)
        return String(begun)
    }

    private static func place(_ turn: Int) -> JSON {
        [
            "latitude": .double(Double(turn * 37 % 160) - 80),
            "longitude": .double(Double(turn * 91 % 360) - 180),
            "limit": 20,
        ]
    }

    private static func found(on machine: FindMachine, text: String) throws -> Int {
        try machine.ask("Search", parameters: ["text": .string(text), "limit": 20])["records"]?.array?.count
            ?? 0
    }

    /// Returns the time from the notification of a change of ten rows until all ten are found.
    private static func lag(on machine: FindMachine, word: String) throws -> Double {
        let before = try machine.cursor
        try machine.change(word)
        _ = try machine.wait { try machine.cursor != before }
        return try machine.wait { try found(on: machine, text: word) == 10 }
    }
}
