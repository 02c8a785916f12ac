import Reactive
import Records
import Rhythm
import TestServer
import Testing

@Suite(.serialized) struct RhythmTests {
    /// The budget of the replays: a timer with this interval sends 144 requests a day.
    private static let budget = RequestBudget(interval: .seconds(600))
    private static let settings = "Requests=144/d"
    private static let day: Duration = .seconds(86_400)

    private let reports: [RecordedPublication]
    private let start: UTC

    init() throws {
        reports = try RecordedPublication.recorded("metar-hourly.metar-KJFK", days: 6)
        start = try #require(reports.first).available
    }

    private func replay(_ settings: String = settings) throws -> RhythmReplay {
        try RhythmReplay(["KJFK": reports], from: start, settings: settings)
    }

    /// Returns the pauses between requests.
    private func pauses(_ replay: RhythmReplay) -> [Duration] {
        zip(replay.requests.dropFirst(), replay.requests).map(-)
    }

    private func rhythm(_ replay: RhythmReplay) throws -> JSON {
        try replay.runtime(of: "KJFK")["rhythm"] ?? .null
    }

    @Test func `what was learned survives a kill and another interval, but not another address`() throws {
        let replay = try replay()
        try replay.run(until: start + Self.day * 2)
        let learned = try rhythm(replay)
        #expect(learned["learned"] == true)
        let next = try #require(replay.runtime(of: "KJFK")["nextUSec"]?.int)

        try replay.restart(isKilled: true)
        let restored = try rhythm(replay)
        for name in ["learned", "periodUSec", "requestsPerDay"] { #expect(restored[name] == learned[name]) }
        // The stored state is shorter than the one in memory.
        let delays = try [restored, learned].map { try #require($0["averageDelayUSec"]?.int) }
        #expect(abs(delays[0] - delays[1]) <= 1_000)
        let phases = try [restored, learned].map { try #require($0["phaseUSec"]?.int) }
        #expect(abs(phases[0] - phases[1]) <= 60_000_000)
        let nextRestored = try #require(replay.runtime(of: "KJFK")["nextUSec"]?.int)
        #expect(abs(nextRestored - next) <= 60_000_000)

        try replay.restart(settings: "Requests=72/d")
        #expect(try rhythm(replay)["periodUSec"] == learned["periodUSec"])
        try replay.restart(settings: Self.settings, at: "/other")
        #expect(try rhythm(replay)["learned"] == false)
        #expect(try rhythm(replay)["averageDelayUSec"] == nil)
        replay.end()
    }

    @Test func `a shorter interval holds at once, whatever was planned`() throws {
        let replay = try replay("Refresh=6h")
        try replay.run(until: start + .seconds(60))
        try replay.restart(settings: "Refresh=10min")
        let planned = try replay.next
        let next = try #require(planned)
        #expect(next <= replay.wall + .seconds(660))
        replay.end()
    }

    @Test func `a source with a fixed rhythm has none`() throws {
        let replay = try replay(Self.settings + "\nRhythm=fixed")
        try replay.run(until: start + .seconds(3600))
        #expect(try replay.runtime(of: "KJFK")["rhythm"] == nil)
        #expect(pauses(replay).allSatisfy { $0 >= .seconds(600) && $0 <= .seconds(662) })
        replay.end()
    }

    @Test func `the lifetime of a document comes before the rhythm`() throws {
        let replay = try replay()
        let answer = replay.server.answer
        replay.server.answer = {
            var reply = answer($0)
            reply.headers.append("Cache-Control: max-age=3000")
            return reply
        }
        try replay.run(until: start + Self.day * 2)
        #expect(pauses(replay).allSatisfy { $0 >= .seconds(3000) })
        replay.end()
    }

    @Test func `retries follow the backoff and leave the budget to scheduled requests`() throws {
        let replay = try replay()
        try replay.run(until: start + Self.day)
        let before = try #require(try rhythm(replay)["requestsPerDay"]?.double)
        let count = replay.requests.count
        let answer = replay.server.answer
        replay.server.answer = {
            var reply = answer($0)
            reply.status = "500 Internal Server Error"
            return reply
        }
        try replay.run(until: replay.wall + .seconds(6 * 3600))
        let retries = pauses(replay).dropFirst(count)
        #expect(try #require(retries.first) < .seconds(40))
        #expect(try #require(retries.last) > .seconds(2600))
        #expect(retries.max() ?? .zero < .seconds(4600))
        #expect(try #require(try rhythm(replay)["requestsPerDay"]?.double) < before)

        replay.server.answer = answer
        try replay.run(until: replay.wall + .seconds(3 * 3600))
        #expect(pauses(replay).suffix(3).allSatisfy { $0 <= Self.budget.longestPause })
        replay.end()
    }

    @Test func `an entry that is edited says nothing about the time until entries are available`() throws {
        func feed(_ entries: String...) -> HTTPServer.Act {
            .good(
                "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:news</id><title>News</title>\(entries.joined())</feed>"
            )
        }
        func entry(_ title: String, at time: String, updated: String? = nil) -> String {
            "<entry><id>\(time)</id><title>\(title)</title><published>2027-01-15T\(time):00Z</published>"
                + (updated.map { "<updated>2027-01-15T\($0):00Z</updated>" } ?? "") + "</entry>"
        }
        let clock = ManualScheduler()
        let old = entry("First", at: "02:00")
        let web = try WebFixture("Kind=feed\nRefresh=1d\n", in: Folder(), clock: clock, feed(old))
        clock.advance(by: .seconds(600))
        let new = entry("Second", at: "08:06")
        let lag = try #require(web.ask(feed(new, old))["rhythm"]?["lagUSec"]?.int)
        #expect((110...130).contains(lag / 1_000_000))
        clock.advance(by: .seconds(600))
        let edited = entry("First, corrected", at: "02:00")
        #expect(try web.ask(feed(new, edited))["rhythm"]?["lagUSec"]?.int == lag)
        clock.advance(by: .seconds(600))
        let updated = entry("First, updated", at: "02:00", updated: "08:28")
        let later = try #require(web.ask(feed(new, updated))["rhythm"]?["lagUSec"]?.int)
        #expect((100...lag / 1_000_000).contains(later / 1_000_000))
        web.fixture.end()
    }

    @Test func `refreshes that users request teach, but are not part of the budget`() throws {
        let replay = try replay()
        try replay.run(until: start + .seconds(3600))
        let before = try rhythm(replay)["requestsPerDay"]
        for _ in 0..<3 { _ = try replay.fixture.call("Refresh", ["wait": true]) }
        #expect(try rhythm(replay)["requestsPerDay"] == before)
        replay.end()
    }
}
