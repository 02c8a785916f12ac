import Records

/// `bench find`: the time of Search, Suggest and Nearby with 100,000 records, and the delay until a change is
/// found; consecutive calls over the socket, wall time. The methods take turns after ten calls, since the speed of a machine
/// varies from second to second. Each call wakes up two threads. Those turns count during which no core was shared; see
/// ``SharedCore``.
enum FindBench {
    private static let rows = 100_000
    private static let calls = 400
    private static let batch = 10
    private static let rounds = 5
    private static let methods = [
        Method(title: "Search", name: "Search", limit: 5) { ["text": .string(words($0)), "limit": 20] },
        Method(title: "Search of what thousands have", name: "Search", limit: 5) {
            ["text": .string(["hospital", "h", "sch", "example 1"][$0 % 4])]
        },
        Method(title: "Suggest", name: "Suggest", limit: 0.7) { ["prefix": .string(prefix($0))] },
        Method(title: "Nearby", name: "Nearby", limit: 0.5, parameters: place),
    ]

    /// A method with the parameters of each call, and the limit of the median in milliseconds.
    private struct Method {
        let title: String
        let name: String
        let limit: Double
        let parameters: @MainActor (Int) -> JSON
    }

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
        let medians = try measure(on: machine)
        let lag = Measure.median(try (0..<5).map { try self.lag(on: machine, word: "Changed\($0)") })
        machine.end()
        for (method, median) in zip(methods, medians) {
            Measure.goal("find, \(method.title), median", median, limit: method.limit, unit: " ms")
        }
        Measure.goal("find, a change of 10 rows is found after", lag, limit: 1000, unit: " ms")
    }

    /// Repeats the calls of all methods.
    ///
    /// - Returns: The medians, in milliseconds.
    private static func measure(on machine: FindMachine) throws -> [Double] {
        var first = 0
        let (turns, _) = try SharedCore.measure(parts: rounds * calls / batch) {
            defer { first = (first + batch) % calls }
            return try methods.map { try measure($0, first..<first + batch, on: machine) }
        }
        print("a call, ms                          median      95 %   longest")
        return zip(methods, methods.indices).map { method, index in
            let sorted = turns.flatMap { $0[index] }.sorted()
            let shown = [sorted[sorted.count / 2], sorted[sorted.count * 95 / 100], sorted[sorted.count - 1]]
            print("  " + method.title.left(31) + shown.map { Measure.short($0).right(10) }.joined())
            return shown[0]
        }
    }

    /// Returns the times of some calls of a method, in milliseconds.
    private static func measure(
        _ method: Method, _ calls: Range<Int>, on machine: FindMachine
    ) throws -> [Double] {
        try calls.map { turn in
            let start = Measure.wall
            _ = try machine.ask(method.name, parameters: method.parameters(turn))
            return (Measure.wall - start) / 1e6
        }
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
