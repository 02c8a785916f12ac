import Glibc
import Records
import TestServer

/// `bench job`: the whole job. A third each of feeds, tables and METARs are kept fresh for an hour in which
/// every METAR, and each tenth feed and table, changes once; the hour is shortened, so that each source is
/// requested twelve times as in an hour with `Refresh=5min`.
///
/// CPU time is printed; judged are bytes, syncs, wake-ups, memory and requests. The instructions of a change
/// of each kind, and of a document that did not change, are counted beside those of curl.
enum JobBench {
    /// A kind of sources.
    private enum Kind: String, CaseIterable {
        case feed, table, metar

        /// The number of records of a document.
        var records: Int { self == .feed ? 30 : self == .table ? 100 : 1 }
    }

    /// The requests of a source within the hour.
    private static let requests = 12.0

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The numbers of sources, 10,000 of which take ten minutes, or `counts` for the
    ///   instructions; by default 100, 1,000 and `counts`.
    /// - Throws: An error if a program cannot be started, or the daemon does not do its work.
    static func run(_ arguments: [String]) throws {
        let numbers = arguments.compactMap(Int.init)
        print(
            "sources".right(7)
                + [
                    "requests", "late, s", "changes", "CPU s", "written kB", "syncs", "wake-ups", "peak MB",
                    "rest MB",
                ]
                .map { $0.right(11) }.joined())
        for count in arguments.isEmpty ? [100, 1_000] : numbers { try measure(count) }
        if arguments.isEmpty || arguments.contains("counts") { try countInstructions() }
    }

    /// Runs the hour of a number of sources.
    private static func measure(_ count: Int) throws {
        let seconds = max(120, Double(count) * 0.06)
        let documents = Documents(count)
        let upstream = try Upstream { documents.answer($0) }
        let almanac = try Almanac()
        for number in 0..<count {
            let interval = Int(seconds / requests)
            try define(number, documents.kind(number), of: upstream, every: interval, in: almanac)
        }
        let syncs = almanac.folder.path + "/syncs"
        // The tracer is a grandchild, so that the daemon is our child, and stops it at these calls alone.
        try almanac.start(by: [
            "/usr/bin/strace", "-D", "-f", "-qq", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-e",
            "signal=none", "-o", syncs, almanac.program,
        ])
        let records = (0..<count).reduce(0) { $0 + documents.kind($1).records }
        while try almanac.records < records { try upstream.serve(for: 1) }
        // After the first load, the daemon moves its write-ahead log into the database once, within 70 s.
        try upstream.serve(for: 75)
        let reader = try LineReader(at: almanac.socket)
        reader.subscribe(snapshot: false)
        try reader.awaitReady()
        func serve(for seconds: Int) throws -> Int {
            try (0..<seconds).reduce(0) { changes, _ in
                try upstream.serve(for: 1)
                return try changes + reader.drain()
            }
        }
        func now() throws -> [Double] {
            let io = "/proc/\(almanac.process?.number ?? 0)/io"
            return [
                Double(upstream.requests), try almanac.processor / 1e9,
                Double(try BenchFiles.number("write_bytes:", in: io)) / 1e3,
                Double(try BenchFiles.bytes(syncs).count { $0 == .newline }),
                Double(try almanac.process?.switches() ?? 0),
            ]
        }
        let before = try now()
        documents.begin(lasting: seconds)
        let changes = Double(try serve(for: Int(seconds)))
        let used = zip(try now(), before).map { $0 - $1 }
        let peak = Double(try almanac.process?.peak() ?? 0) / 1e6
        // The memory that nothing needs any more is returned within a minute.
        let missing = documents.changes - changes - Double(try serve(for: 60))
        let rest = try almanac.resident
        let late = documents.late.percentile(99)
        print(
            "\(count)".right(7)
                + [used[0], late, changes, used[1], used[2], used[3], used[4], peak, rest]
                .map { Goal.short($0).right(11) }.joined())
        let name = "job, \(count) sources"
        Goal.most("\(name), requests to those of a timer", used[0] / (Double(count) * requests), limit: 1.05)
        Goal.most("\(name), changes missing", missing.magnitude, limit: 0)
        Goal.most("\(name), written for a change", used[2] / changes, limit: 40, unit: " kB")
        Goal.most("\(name), syncs for a change", used[3] / changes, limit: 1.3)
        Goal.most("\(name), wake-ups for a request", used[4] / used[0], limit: 2.5)
        Goal.most("\(name), most resident", peak, limit: 38 + Double(count) * 0.042, unit: " MB")
        Goal.most("\(name), resident a minute later", rest, limit: 41.5 + Double(count) * 0.0085, unit: " MB")
    }

    /// Counts the instructions of a change of each kind in a file, and of an answer 304.
    private static func countInstructions() throws {
        for (kind, limit) in [(Kind.feed, 6.8e6), (.table, 3.1e6), (.metar, 1.25e6)] {
            guard let each = try difference(of: [10, 40], { try change(kind, times: $0) }) else {
                return print("job: instructions cannot be counted here")
            }
            Goal.most("job, a changed \(kind), instructions", each, limit: limit)
        }
        let curl = try difference(of: [1, 21]) { count in
            try Instructions.count("/usr/bin/curl") { command in
                let upstream = try Upstream { _ in .answer("304 Not Modified", "ETag: \"1\"\r\n") }
                let words = command + ["--silent"] + (0..<count).map { upstream.address("\($0)") }
                let process = try BenchProcess(words, output: BenchFiles.nowhere)
                try upstream.serve { process.hasEnded }
            }.map { ($0, count) }
        }
        for count in [20, 200] {
            let each = try difference(of: [2, 6]) { try poll(count, rounds: $0) }
            guard let each, let curl else { continue }
            Goal.most("job, a 304 of \(count) sources, instructions to curl's", each / curl, limit: 5)
        }
    }

    /// Returns the instructions of an operation, from those of two numbers of them.
    private static func difference(
        of counts: [Int], _ measure: (Int) throws -> (instructions: Double, operations: Int)?
    ) throws -> Double? {
        guard let few = try measure(counts[0]), let many = try measure(counts[1]) else { return nil }
        return (many.instructions - few.instructions) / Double(many.operations - few.operations)
    }

    /// Changes a file a number of times, each once the subscriber has received the change before.
    private static func change(_ kind: Kind, times: Int) throws -> (instructions: Double, operations: Int)? {
        let almanac = try Almanac()
        let documents = Documents(1)
        try almanac.define("one", settings(of: kind) + record(of: kind))
        func write(_ version: Int) throws {
            try almanac.folder.write(documents.text(of: kind, 0, version: version), to: "data/one")
        }
        try write(0)
        return try almanac.instructions {
            try almanac.wait { try almanac.records > 0 }
            let reader = try LineReader(at: almanac.socket)
            reader.subscribe(snapshot: false)
            try reader.awaitReady()
            for version in 1...times {
                try write(version)
                while case let line = try reader.next(), LineReader.place(of: "\"data\":", in: line) == nil {}
            }
        }.map { ($0, times) }
    }

    /// Lets sources request reports that do not change.
    private static func poll(_ count: Int, rounds: Int) throws -> (instructions: Double, operations: Int)? {
        let documents = Documents(count)
        let upstream = try Upstream { head in
            let (tag, number) = ("ETag: \"1\"\r\n", Upstream.path(in: head).first.flatMap { Int($0) } ?? 0)
            guard !head.lowercased().contains("if-none-match") else {
                return .answer("304 Not Modified", tag)
            }
            return .answer("200 OK", tag, documents.text(of: .metar, number, version: 0))
        }
        let almanac = try Almanac()
        for number in 0..<count { try define(number, .metar, of: upstream, every: 10, in: almanac) }
        return try almanac.instructions {
            while try almanac.records < count { try upstream.serve(for: 1) }
            let first = upstream.requests
            try upstream.serve { upstream.requests >= first + count * rounds }
        }.map { ($0, upstream.requests) }
    }

    private static func define(
        _ number: Int, _ kind: Kind, of upstream: Upstream, every seconds: Int, in almanac: Almanac
    ) throws {
        let address = "URL=\(upstream.address("\(number)"))\nAllowHTTP=yes\nAllowPrivate=yes\n"
        let times = "Rhythm=fixed\nRefresh=\(seconds)s\n"
        try almanac.define("s\(number)", settings(of: kind) + address + times + record(of: kind))
    }

    private static func settings(of kind: Kind) -> String {
        "Kind=\(kind.rawValue)\n" + (kind == .metar ? "MaxAge=10d\n" : "")
    }

    private static func record(of kind: Kind) -> String {
        kind == .table ? "[Table]\nDelimiter=,\n[Record]\nKey=id\n" : ""
    }

    /// The documents of a number of sources, with the moments at which they change.
    private final class Documents {
        /// The seconds by which requests came later than the interval says.
        private(set) var late: [Double] = []
        /// The number of changes of the hour.
        private(set) var changes = 0.0
        private let count: Int
        private let start = UTC(seconds: Int64(Glibc.time(nil)))
        private var latest: [Int: Double] = [:]
        private var hour: (start: Double, length: Double)?

        init(_ count: Int) { self.count = count }

        func kind(_ number: Int) -> Kind { Kind.allCases[number % Kind.allCases.count] }

        /// Begins the hour; its last two intervals have no changes, so that all are found.
        func begin(lasting seconds: Double) {
            hour = (Clock.wall, seconds * 1e9)
            late = []
            changes = Double((0..<count).count { isChanging($0) })
        }

        private func isChanging(_ number: Int) -> Bool {
            kind(number) == .metar || number / Kind.allCases.count % 10 == 0
        }

        func answer(_ head: String) -> HTTPServer.Act {
            let number = Upstream.path(in: head).first.flatMap { Int($0) } ?? 0
            let now = Clock.wall
            if let hour, let latest = latest[number] {
                late.append((now - latest - hour.length / JobBench.requests) / 1e9)
            }
            latest[number] = now
            let moment = hour.map { (now - $0.start) / $0.length } ?? 0
            let isLater = hour != nil && moment > 0.8 * Double(number) / Double(count)
            let version = isLater && isChanging(number) ? 1 : 0
            let tag = "ETag: \"\(version)\"\r\n"
            if head.lowercased().contains("if-none-match: \"\(version)\"") {
                return .answer("304 Not Modified", tag)
            }
            return .answer("200 OK", tag, text(of: kind(number), number, version: version))
        }

        /// Returns a document: a feed of 34 kB with thirty entries, a table with 100 rows, or a report.
        func text(of kind: Kind, _ number: Int, version: Int) -> String {
            switch kind {
            case .table:
                let rows = (0..<100).map { "\($0),Record \($0) of \(number),\($0 == 7 ? version : $0)\n" }
                return "id,name,value\n" + rows.joined()
            case .metar:
                let moment = UTC(seconds: start.seconds - 40 * 3_600 + Int64(version) * 3_600).description
                let (day, hour) = (moment.dropFirst(8).prefix(2), moment.dropFirst(11).prefix(2))
                let wind = "\(10 + version % 20)"
                return "\(ScaleBench.station(number)) \(day)\(hour)00Z 110\(wind)KT 10SM BKN090 13/10 A2964\n"
            case .feed:
                let words = String(repeating: "<p>Some words of a paragraph.</p>", count: 28)
                let items = (version..<version + 30).reversed().map { entry in
                    "<item><title>Entry \(entry) of \(number)</title>"
                        + "<link>http://example.org/\(entry)</link><guid>\(number)-\(entry)</guid><description><![CDATA[\(words)]]></description></item>"
                }
                let title = "<rss version=\"2.0\"><channel><title>Feed \(number)</title>"
                return title + items.joined(separator: "\n") + "</channel></rss>"
            }
        }
    }
}
