import CSystemd
import Glibc
import Records
import TestServer

/// `bench reach`: the delay from a local server's response to a subscriber for a special report of one of a
/// thousand stations, while idle and during the load of a table with 100,000 rows. Time is the subject.
enum ReachBench {
    private static let (stations, rows) = (1_000, 100_000)

    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk, or if a report does not arrive.
    static func run() throws {
        let reports = Reports()
        let upstream = try Upstream { .answer("200 OK", "Content-Type: text/plain\r\n", reports.answer($0)) }
        let almanac = try Almanac()
        let settings = "Kind=metar\nBatch=200\nRefresh=1d\nAllowHTTP=yes\nAllowPrivate=yes\n"
        for station in (0..<stations).map(ScaleBench.station) {
            try almanac.define("metar@\(station)", settings + "URL=\(upstream.address("metar?ids=%i"))\n")
        }
        try almanac.define("rows", Places.definition)
        try almanac.start()
        try upstream.serve { try almanac.records == stations }
        Goal.most("reach, requests for \(stations) stations", Double(upstream.requests), limit: 10)
        let reader = try LineReader(at: almanac.socket)
        reader.subscribe(snapshot: false)
        try reader.awaitReady()
        func special() throws -> (delay: Double, rows: Int) {
            let caller = try LineReader(at: almanac.socket)
            // Each station has a budget for requested refreshes; one station alone would exhaust its own.
            let station = reports.nextSpecial(of: stations)
            caller.call("Refresh", ["selector": ["sources": [.string("metar@\(station)")]]])
            var (delay, rows): (Double?, Int) = (nil, 0)
            try upstream.serve {
                _ = try reader.receive(CInt(MSG_DONTWAIT))
                while let line = reader.complete() {
                    if LineReader.place(of: "\"source\":\"rows\"", in: line) != nil { rows += 1 }
                    guard LineReader.place(of: "\"key\":\"\(station)\"", in: line) != nil else { continue }
                    delay = reports.answered.map { (Clock.wall - $0) / 1e6 }
                }
                return delay != nil
            }
            return (delay ?? 0, rows)
        }
        try judge("alone") { try (0..<20).map { _ in try special().delay } }
        var turn = 0
        try judge("while a table is loaded") {
            turn += 1
            try Places(count: rows + turn).write(to: almanac.folder.path + "/data/rows", word: "Turn\(turn)")
            var (delays, sent): ([Double], Int) = ([], 0)
            while sent < (turn == 1 ? rows : 10), delays.count < 600 {
                let report = try special()
                delays.append(report.delay)
                sent += report.rows
            }
            print("\(delays.count) reports while \(sent) rows were sent")
            return delays
        }
    }

    private static func judge(_ name: String, _ measure: () throws -> [Double]) throws {
        try Goal.times([("reach, \(name), 9 of 10", 100)], unit: " ms") {
            let delays = try measure()
            print("\(name): \(delays.spread) ms of \(delays.count)")
            return [delays.percentile(90)]
        }
    }
}

/// Reports of stations, with a special report of at most one station.
private final class Reports {
    /// The time of the latest answer with the special report.
    private(set) var answered: Double?
    private var minute = 0
    private var special: String?

    /// Gives the next of a number of stations a special report, and returns its name.
    func nextSpecial(of count: Int) -> String {
        minute += 1
        answered = nil
        let station = ScaleBench.station(minute % count)
        special = station
        return station
    }

    func answer(_ head: String) -> String {
        let asked = head.split(separator: " ").dropFirst().first?.split(separator: "=").last ?? ""
        return asked.replacing("%2C", with: ",").split(separator: ",").map { station in
            let isSpecial = special.map { $0 == station } ?? false
            if isSpecial { answered = Clock.wall }
            let time = isSpecial ? 1000 + minute / 60 * 100 + minute % 60 : 1000
            return "\(isSpecial ? "SPECI " : "")\(station) 01\(time)Z 27010KT 9999 SCT030 10/05 Q1013\n"
        }.joined()
    }
}
