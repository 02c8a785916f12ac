import CSystemd
import Glibc
import Records
import Systemd
import TestServer

/// `bench reach`: the delay from a local server's response to a subscriber for a special report of one of a
/// thousand stations, while idle and during the load of a table with 100,000 rows. Time is the subject.
enum ReachBench {
    private static let rows = 100_000
    private static let count = 1_000

    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk, or if a report does not arrive.
    static func run() throws {
        let upstream = try ReachUpstream(count)
        let almanac = try Almanac()
        let settings = "Kind=metar\nBatch=200\nRefresh=1d\nAllowHTTP=yes\nAllowPrivate=yes\n"
        for station in upstream.stations {
            try almanac.define("metar@\(station)", settings + "URL=\(upstream.address)\n")
        }
        try almanac.define("rows", Places.definition)
        try almanac.start()
        try upstream.serve { try almanac.records == count }
        Goal.most("reach, requests for \(count) stations", Double(upstream.requests), limit: 10)
        let reader = try LineReader(at: almanac.socket)
        reader.subscribe(snapshot: false)
        try reader.awaitReady()
        try judge("alone") { try (0..<20).map { _ in try special(upstream, almanac, reader).delay } }
        var turn = 0
        try judge("while a table is loaded") {
            turn += 1
            try Places(count: rows + turn).write(to: almanac.folder.path + "/data/rows", word: "Turn\(turn)")
            var (delays, sent): ([Double], Int) = ([], 0)
            while sent < (turn == 1 ? rows : 10), delays.count < 600 {
                let report = try special(upstream, almanac, reader)
                delays.append(report.delay)
                sent += report.rows
            }
            print("\(delays.count) reports while \(sent) rows were sent")
            return delays
        }
        Goal.most("reach, longest turn of the loop", try almanac.longestTurn, limit: 20, unit: " ms")
    }

    private static func judge(_ name: String, _ measure: () throws -> [Double]) throws {
        try Goal.times([("reach, \(name), longest", 100)], unit: " ms") {
            let delays = try measure()
            print("\(name): \(delays.spread) ms of \(delays.count)")
            return [delays.max()]
        }
    }

    /// Publishes a special report of the next station, and waits until the subscriber has received it.
    ///
    /// Each station has a budget for requested refreshes; one station alone would exhaust its own.
    ///
    /// - Returns: The delay in milliseconds, and the number of rows of the table that arrived meanwhile.
    private static func special(
        _ upstream: ReachUpstream, _ almanac: Almanac, _ reader: LineReader
    ) throws -> (delay: Double, rows: Int) {
        let station = upstream.nextSpecial()
        let caller = try LineReader(at: almanac.socket)
        caller.call("Refresh", ["selector": ["sources": [.string("metar@\(station)")]]])
        var rows = 0
        var delay: Double?
        try upstream.serve {
            _ = try reader.receive(CInt(MSG_DONTWAIT))
            while let line = reader.complete() {
                if LineReader.place(of: "\"source\":\"rows\"", in: line) != nil { rows += 1 }
                guard LineReader.place(of: "\"key\":\"\(station)\"", in: line) != nil else { continue }
                delay = upstream.answered.map { (Clock.wall - $0) / 1e6 }
            }
            return delay != nil
        }
        return (delay ?? 0, rows)
    }
}

/// A server of reports, with a special report of at most one station.
private final class ReachUpstream {
    let stations: [String]
    /// The number of requests so far.
    private(set) var requests = 0
    /// The time of the latest answer with the special report.
    private(set) var answered: Double?
    /// The address of all stations.
    var address: String { server.url("/metar?ids=%i") }
    private let loop: EventLoop
    private let server: HTTPServer
    private var minute = 0
    private var special: String?

    init(_ count: Int) throws {
        stations = (0..<count).map { number in
            "K" + [676, 26, 1].map { String(UnicodeScalar(UInt8(65 + number / $0 % 26))) }.joined()
        }
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        server.script = { [unowned self] head in
            requests += 1
            return [.answer("200 OK", "Content-Type: text/plain\r\n", answer(head))]
        }
    }

    /// Gives the next station a special report.
    func nextSpecial() -> String {
        minute += 1
        answered = nil
        special = stations[minute % stations.count]
        return special ?? ""
    }

    /// Answers requests until a condition holds.
    ///
    /// - Throws: An error after a minute.
    func serve(until isDone: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !isDone() {
            guard .now < end else { throw BenchError("a report did not arrive") }
            _ = try loop.turn(timeout: .milliseconds(1))
        }
    }

    private func answer(_ head: String) -> String {
        let asked = head.split(separator: " ").dropFirst().first?.split(separator: "=").last ?? ""
        return asked.replacing("%2C", with: ",").split(separator: ",").map { station in
            let isSpecial = special.map { $0 == station } ?? false
            if isSpecial { answered = Clock.wall }
            let time = isSpecial ? 1000 + minute / 60 * 100 + minute % 60 : 1000
            return "\(isSpecial ? "SPECI " : "")\(station) 01\(time)Z 27010KT 9999 SCT030 10/05 Q1013\n"
        }.joined()
    }
}
