import Decoding
import Definitions
import Records
import Weather

/// `bench metar` and `bench taf`: reports per second and allocations per report, compared with PyPI's
/// decoders on the same reports in the same run; medians of nine, CPU time.
///
/// Our decoder and the fastest of the others are measured in several turns. The other one runs in its own process and
/// cannot avoid a shared core (see ``SharedCore``), so that its fastest turn counts, and the median of ours.
enum WeatherBench {
    private static let turns = 7

    /// The measured operation.
    private struct Work {
        let name: String
        let run: ([UInt8]) -> Int
    }

    private static let clock = ReportClock(reference: UTC(seconds: 1_588_380_000))

    /// METAR: the value without and with its remarks, the record, and whole documents.
    static func metar() throws {
        let reports = try reports("weather-metar.jsonl")
        let works = [
            Work(name: "value") { (try? METAR($0, clock: clock))?.conditions.clouds.count ?? 0 },
            Work(name: "value and remarks") { bytes in
                do throws(DecodeError) {
                    let metar = try METAR(bytes, clock: clock)
                    guard let remarks = metar.remarks else { return 1 }
                    return remarks.isFrontal ? 3 : 2
                } catch {
                    return 0
                }
            },
            Work(name: "record (canonical JSON)") { bytes in
                (try? METAR(bytes, clock: clock))?.record(clock: clock).data.count ?? 0
            },
        ]
        show(works, of: reports)
        document(.metar, of: reports)
        try compare(
            "metar", of: reports,
            [("metar", works[0], limit: 8), ("metar with remarks", works[1], limit: 10)])
    }

    /// TAF: the value, the record with its timeline, and whole documents.
    static func taf() throws {
        let reports = try reports("weather-taf.jsonl")
        let works = [
            Work(name: "value") { (try? TAF($0, clock: clock))?.groups.count ?? 0 },
            Work(name: "record with timeline") { bytes in
                (try? TAF(bytes, clock: clock))?.record().data.count ?? 0
            },
        ]
        show(works, of: reports)
        document(.taf, of: reports)
        try compare("taf", of: reports, [("taf", works[0], limit: 20)])
    }

    /// Returns the raw texts of the tests' corpus.
    private static func reports(_ name: String) throws -> [[UInt8]] {
        let bytes = try BenchFiles.bytes(BenchFiles.root + "Tests/WeatherTests/Corpus/" + name)
        let reports = try bytes.split(separator: .newline).map { line in
            Array((try JSON(parsing: Array(line))["raw"]?.string ?? "").utf8)
        }
        let size = reports.map(\.count).reduce(0, +)
        print("\(reports.count) reports, \(size) bytes")
        return reports
    }

    /// Prints the speed and the allocations of operations.
    private static func show(_ works: [Work], of reports: [[UInt8]]) {
        for work in works {
            let cost = cost(of: work, reports)
            let before = Allocations.count
            for report in reports { _ = work.run(report) }
            let allocations = Double(Allocations.count - before) / Double(reports.count)
            printSpeed(work.name, cost: cost, allocations: allocations)
        }
    }

    /// Returns nanoseconds per report.
    private static func cost(of work: Work, _ reports: [[UInt8]]) -> Double {
        var sum = 0
        let cost = Measure.nanoseconds(per: reports.count) {
            for report in reports { sum &+= work.run(report) }
        }
        return sum == 0 ? .infinity : cost
    }

    /// Decodes a plain list of all reports as the daemon does.
    private static func document(_ kind: Kind, of reports: [[UInt8]]) {
        let bytes = Array(reports.joined(separator: [.newline])) + [.newline]
        let context = DocumentContext(reference: clock.reference)
        var count = 0
        let cost = Measure.nanoseconds(per: reports.count) {
            guard var decoder = try? kind.decoder(options: Options(), context: context) else { return }
            count = (try? decoder.decode(whole: bytes))?.records.count ?? 0
        }
        printSpeed("document, \(count) records", cost: cost, allocations: nil)
    }

    private static func printSpeed(_ name: String, cost: Double, allocations: Double?) {
        let speed = String(Int(1e9 / cost))
        let memory = allocations.map { ", \(Measure.short($0)) allocations a report" } ?? ""
        print("\(name.left(30))\(speed) reports/s\(memory)")
    }

    /// Compares with the fastest of the others; the limits are in thousandths of its cost.
    ///
    /// - Throws: An error if it cannot be run in each turn.
    private static func compare(
        _ kind: String, of reports: [[UInt8]], _ goals: [(name: String, work: Work, limit: Double)]
    ) throws {
        let peers = WeatherPeers.measure(kind, of: reports)
        for peer in peers {
            print("\("\(peer.package) \(peer.version)".left(30))\(Int(peer.speed)) reports/s")
        }
        guard let fastest = peers.max(by: { $0.speed < $1.speed })?.package else {
            print("no decoder of PyPI can be run here: nothing to compare with")
            return
        }
        let turns = try (0..<turns).map { _ in
            try turn(of: goals.map { $0.work }, beside: fastest, kind, of: reports)
        }
        let speed = turns.map(\.speed).max() ?? 0
        for (place, goal) in goals.enumerated() {
            let ratios = turns.map { $0.costs[place] * speed / 1e6 }
            print("\(goal.name): \(ratios.map(Measure.short).joined(separator: ", "))")
            Measure.goal(
                "\(goal.name), cost beside the fastest", Measure.median(ratios), limit: goal.limit,
                unit: " per mille")
        }
    }

    /// Returns the costs of operations, in nanoseconds, and the speed of another decoder, in reports per second.
    private static func turn(
        of works: [Work], beside package: String, _ kind: String, of reports: [[UInt8]]
    ) throws -> (costs: [Double], speed: Double) {
        let costs = works.map { cost(of: $0, reports) }
        guard let peer = WeatherPeers.measure(kind, of: reports, by: package).first else {
            throw BenchError(description: "a comparison with \(package) has failed")
        }
        return (costs, peer.speed)
    }
}
