import Reactive
import Records
import Rhythm
import Testing

/// The statements of a daemon about a source whose upstream is late.
@Suite(.serialized) struct OverdueTests {
    private static let settings = "Requests=144/d"
    private static let days = 31

    @Test func `a report that does not come is stated, until requests fail, and after a restart`() throws {
        let recorded = try RecordedPublication.recorded("metar-hourly.metar-KJFK", days: Self.days)
        let start = try #require(recorded.first).available
        // Reports of the last five hours are missing.
        let end = try #require(recorded.last).available
        let reports = recorded.filter { $0.available < end - .seconds(5 * 3600) }
        let last = try #require(reports.last).available
        let replay = try RhythmReplay(["KJFK": reports], from: start, settings: Self.settings)
        func overdue() throws -> JSON? { try replay.runtime(of: "KJFK")["overdue"] }

        try replay.run(until: last + .seconds(1800))
        #expect(try overdue() == nil)
        #expect(try replay.runtime(of: "KJFK")["rhythm"]?["limitUSec"]?.int != nil)
        try replay.run(until: last + .seconds(2 * 3600))
        let stated = try #require(try overdue())
        let expected = try #require(stated["expectedUSec"]?.int)
        let routine = try #require(reports.last { !$0.isSpecial })
        let usual = (routine.published + .seconds(3600)).microseconds
        #expect(abs(Int64(expected) - usual) < 300_000_000)
        #expect(try #require(stated["checkedUSec"]?.int) >= #require(stated["limitUSec"]?.int))

        try replay.restart()
        #expect(try overdue()?["limitUSec"] == stated["limitUSec"])
        replay.server.answer = { _ in WebServer.Reply(status: "503 Service Unavailable") }
        try replay.fixture.turn(until: {
            replay.clock.advance(by: .seconds(60))
            return (try? replay.runtime(of: "KJFK")["health"]) == "failing"
        })
        #expect(try overdue() == nil)
        replay.end()
    }
}
