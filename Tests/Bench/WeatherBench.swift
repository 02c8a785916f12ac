import CCosts
import Decoding
import Definitions
import Records
import Weather

/// `bench metar` and `bench taf`: the cost and the allocations of a report, compared with PyPI's fastest
/// decoder of the same reports.
enum WeatherBench {
    /// The part of the reports that are compared: each so many-th one.
    private static let steps = ["metar": 5, "taf": 1]
    private static let clock = ReportClock(reference: UTC(seconds: 1_588_380_000))
    private static let packages = [
        "metar": ["metar", "metar-taf-parser-mivek", "avwx-engine"],
        "taf": ["metar-taf-parser-mivek", "avwx-engine"],
    ]

    /// A way to read a report; the limit of its instructions relative to those of the fastest decoder.
    private typealias Work = (name: String, limit: Double?, run: ([UInt8]) -> Int)

    /// METAR: the value without and with its remarks, the record, and whole documents.
    static func metar() throws {
        try compare(
            .metar,
            [
                ("metar", 0.008, { (try? METAR($0, clock: clock))?.conditions.clouds.count ?? 0 }),
                (
                    "metar with remarks", 0.01,
                    { bytes in
                        guard let remarks = (try? METAR(bytes, clock: clock))?.remarks else { return 1 }
                        return remarks.isFrontal ? 3 : 2
                    }
                ),
                (
                    "metar, record", nil,
                    { (try? METAR($0, clock: clock))?.record(clock: clock).data.count ?? 0 }
                ),
            ])
    }

    /// TAF: the value, the record with its timeline, and whole documents.
    static func taf() throws {
        try compare(
            .taf,
            [
                ("taf", 0.02, { (try? TAF($0, clock: clock))?.groups.count ?? 0 }),
                (
                    "taf, record with timeline", nil,
                    { (try? TAF($0, clock: clock))?.record().data.count ?? 0 }
                ),
            ])
    }

    private static func compare(_ kind: Kind, _ works: [Work]) throws {
        let step = steps[kind.rawValue] ?? 1
        let all = try reports("weather-\(kind.rawValue).jsonl")
        let reports = stride(from: 0, to: all.count, by: step).map { all[$0] }
        let list = BenchFiles.root + ".build/bench-\(kind.rawValue).txt"
        let document = Array(reports.joined(separator: [.newline])) + [.newline]
        try BenchFiles.write(document, to: list)
        let peer =
            CostComparison.isCounting
            ? nil : PythonPeer.fastest(packages[kind.rawValue] ?? [], [kind.rawValue, list])
        if peer == nil, !CostComparison.isCounting {
            print("no decoder of PyPI can be run here: nothing to compare with")
        }
        for work in works {
            let side = CostComparison.Side.body { { try decode(reports, work.run) } }
            let before = allocation_count()
            try decode(reports, work.run)
            let allocations = Double(allocation_count() - before) / Double(reports.count)
            try CostComparison.run(
                work.name, each: reports.count, side, to: work.limit == nil ? nil : peer,
                limit: peer == nil ? nil : work.limit)
            print("  \(Goal.short(allocations)) allocations a report")
        }
        let context = DocumentContext(reference: clock.reference)
        try CostComparison.run(
            "\(kind.rawValue), document", each: reports.count,
            .body {
                {
                    var decoder = try kind.decoder(options: Options(), context: context)
                    let count = try decoder.decode(whole: document).records.count
                    guard count > 0 else { throw BenchError("a document of reports has no records") }
                }
            })
    }

    private static func decode(_ reports: [[UInt8]], _ run: ([UInt8]) -> Int) throws {
        var sum = 0
        for report in reports { sum &+= run(report) }
        guard sum > 0 else { throw BenchError("no report was read") }
    }

    /// Returns the raw texts of the tests' corpus.
    private static func reports(_ name: String) throws -> [[UInt8]] {
        let bytes = try BenchFiles.bytes(BenchFiles.root + "Tests/WeatherTests/Corpus/" + name)
        return try bytes.split(separator: .newline).map { line in
            Array((try JSON(parsing: Array(line))["raw"]?.string ?? "").utf8)
        }
    }
}
