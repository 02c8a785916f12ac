import Decoding
import Definitions
import Records
import Weather

/// `bench metar` and `bench taf`: the instructions of real reports.
enum WeatherBench {
    private static let clock = ReportClock(reference: UTC(seconds: 1_588_380_000))

    /// METAR: the value without and with its remarks, and the record.
    static func metar() throws {
        let reports = try reports("weather-metar.jsonl", each: 5)
        try compare("metar", reports, stored: 2_000) {
            (try? METAR($0, clock: clock))?.conditions.clouds.count ?? 0
        }
        try compare("metar with remarks", reports, stored: 2_750) {
            (try? METAR($0, clock: clock))?.remarks?.isFrontal == true ? 2 : 1
        }
        try compare("metar, record", reports, stored: 17_900) {
            (try? METAR($0, clock: clock))?.record(clock: clock).data.count ?? 0
        }
        try compareDocument(.metar, reports, stored: 26_300)
    }

    /// TAF: the value, and the record with its timeline.
    static func taf() throws {
        let reports = try reports("weather-taf.jsonl", each: 1)
        try compare("taf", reports, stored: 11_237) { (try? TAF($0, clock: clock))?.groups.count ?? 0 }
        try compare("taf, record with timeline", reports, stored: 68_400) {
            (try? TAF($0, clock: clock))?.record().data.count ?? 0
        }
        try compareDocument(.taf, reports, stored: 108_384)
    }

    private static func compare(
        _ name: String, _ reports: [[UInt8]], stored: Double, _ read: @escaping ([UInt8]) -> Int
    ) throws {
        try CostComparison.run(name, each: reports.count, stored: stored) {
            { if reports.reduce(0, { $0 &+ read($1) }) == 0 { throw BenchError("no report was read") } }
        }
    }

    private static func compareDocument(_ kind: Kind, _ reports: [[UInt8]], stored: Double) throws {
        let document = Array(reports.joined(separator: [.newline])) + [.newline]
        let context = DocumentContext(reference: clock.reference)
        try CostComparison.run("\(kind.rawValue), document", each: reports.count, stored: stored) {
            {
                var decoder = try kind.decoder(options: Options(), context: context)
                guard try !decoder.decode(whole: document).records.isEmpty else {
                    throw BenchError("a document of reports has no records")
                }
            }
        }
    }

    /// Returns the raw texts of each so many-th report of the tests' corpus.
    private static func reports(_ name: String, each step: Int) throws -> [[UInt8]] {
        let bytes = try BenchFiles.bytes(BenchFiles.root + "Tests/WeatherTests/Corpus/" + name)
        let lines = bytes.split(separator: .newline)
        return try stride(from: 0, to: lines.count, by: step).map {
            Array((try JSON(parsing: Array(lines[$0]))["raw"]?.string ?? "").utf8)
        }
    }
}
