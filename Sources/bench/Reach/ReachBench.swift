import Systemd

/// `bench reach`: the delay from a local server's response to a subscriber for a special report of one of a
/// thousand stations, while idle and during the load of a table with 100,000 rows.
///
/// Server, almanac and subscriber share one loop, so that the delay includes the work of all three.
enum ReachBench {
    private static let rows = 100_000

    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk, or if a report does not arrive.
    static func run() throws {
        let fixture = try ReachFixture()
        for _ in 0..<20 { try fixture.special() }
        let quiet = fixture.delays
        try fixture.load(rows: rows)
        while fixture.rows < rows, fixture.delays.count < 600 { try fixture.special() }
        let busy = Array(fixture.delays.dropFirst(quiet.count))
        let turn = fixture.longestTurn
        print("\(busy.count) reports while \(fixture.rows) rows were sent")
        let requests = fixture.requests
        fixture.end()
        Measure.goal("reach, requests for \(fixture.count) stations", Double(requests), limit: 10)
        show("alone", delays: quiet)
        show("while a table is loaded", delays: busy)
        Measure.goal("reach, longest turn of the loop", turn / .milliseconds(1), limit: 20, unit: " ms")
    }

    private static func show(_ name: String, delays: [Duration]) {
        let milliseconds = delays.map { $0 / .milliseconds(1) }
        print("\(name): median \(Measure.short(Measure.median(milliseconds))) ms of \(delays.count)")
        Measure.goal("reach, \(name), longest", milliseconds.max() ?? 0, limit: 100, unit: " ms")
    }
}
