import Systemd

/// `bench reach`: how soon a special report of one of a thousand stations reaches a subscriber, counted from the
/// answer of a local server, while nothing else happens and while a table of 100,000 rows is being loaded.
///
/// Server, almanac and subscriber turn on one loop, so the delay holds the work of all three.
enum ReachBench {
    private static let rows = 100_000

    /// Runs the benchmark.
    ///
    /// - Throws: When the disk fails, or a report does not arrive.
    static func run() throws {
        let house = try ReachHouse()
        for _ in 0..<20 { try house.special() }
        let quiet = house.delays
        try house.load(rows: rows)
        while house.rows < rows, house.delays.count < 600 { try house.special() }
        let busy = Array(house.delays.dropFirst(quiet.count))
        let turn = house.longestTurn
        print("\(busy.count) reports while \(house.rows) rows were told")
        let requests = house.requests
        house.end()
        Measure.goal("reach, requests for \(house.count) stations", Double(requests), limit: 10)
        show("alone", quiet)
        show("while a table is loaded", busy)
        Measure.goal("reach, longest turn of the loop", turn / .milliseconds(1), limit: 20, unit: " ms")
    }

    private static func show(_ name: String, _ delays: [Duration]) {
        let milliseconds = delays.map { $0 / .milliseconds(1) }
        print("\(name): median \(Measure.short(Measure.median(milliseconds))) ms of \(delays.count)")
        Measure.goal("reach, \(name), longest", milliseconds.max() ?? 0, limit: 100, unit: " ms")
    }
}
