import Records

/// `bench find`: the time of Search, Suggest and Nearby with 100,000 records, and the delay until a change is
/// found; consecutive calls over the socket. Each call wakes up two threads; time is the subject.
enum FindBench {
    private static let rows = 100_000
    private static let calls = 400

    /// A method with the parameters of each call, and the limit of the median in milliseconds.
    private struct Method {
        let title: String
        let name: String
        let limit: Double
        let parameters: @MainActor (Int) -> JSON
    }

    private static let methods = [
        Method(title: "Search", name: "Search", limit: 5) { ["text": .string(text($0)), "limit": 20] },
        Method(title: "Search of what thousands have", name: "Search", limit: 5) {
            ["text": .string(["hospital", "h", "sch", "high 1"][$0 % 4])]
        },
        Method(title: "Suggest", name: "Suggest", limit: 0.7) { turn in
            let words = Places.words
            let text = "\(words[turn * 7 % words.count]) \(words[turn * 13 % words.count])"
            return ["prefix": .string(String(text.prefix(5 + turn % 8)))]
        },
        Method(title: "Nearby", name: "Nearby", limit: 0.5) { turn in
            let (latitude, longitude) = (Double(turn * 37 % 160) - 80, Double(turn * 91 % 360) - 180)
            return ["latitude": .double(latitude), "longitude": .double(longitude), "limit": 20]
        },
    ]

    /// Runs the benchmark.
    ///
    /// - Throws: A system error.
    static func run() throws {
        let almanac = try Almanac()
        let file = almanac.folder.path + "/data/places"
        let places = Places(count: rows)
        try almanac.define("places", Places.definition)
        try places.write(to: file)
        let load = try Clock.milliseconds {
            try almanac.start()
            try almanac.wait { try almanac.records == rows }
        }
        try almanac.rest()
        print("\(rows) records: taken in \(Goal.short(load)) ms")
        try Goal.times(methods.map { ("find, \($0.title), median", $0.limit) }, unit: " ms") {
            try methods.map { method in
                let times = try almanac.times(calls, of: method.name, method.parameters)
                print("  \(method.title.left(31)) \(times.spread) ms")
                return times.median
            }
        }
        var turn = 0
        try Goal.times([("find, a change of 10 rows is found after", 1000)], unit: " ms") {
            turn += 1
            let (word, before) = ("Changed\(turn)", try almanac.cursor)
            try places.write(to: file, word: word)
            try almanac.wait { try almanac.cursor != before }
            return [
                try Clock.milliseconds {
                    try almanac.wait {
                        try almanac.ask("Search", ["text": .string(word), "limit": 20])["records"]?.array?
                            .count == 10
                    }
                }
            ]
        }
    }

    /// Returns one word, two words, or prefixes.
    private static func text(_ turn: Int) -> String {
        let words = Places.words
        let (first, second) = (words[turn * 7 % words.count], words[turn * 13 % words.count])
        return switch turn % 4 {
        case 0: first
        case 1: "\(first) \(second)"
        case 2: String(first.prefix(3 + turn % 5))
        default: "\(second) town \(turn)"
        }
    }
}
