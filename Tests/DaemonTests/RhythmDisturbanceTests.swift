import Reactive
import Records
import Rhythm
import Testing

/// Disturbances of a machine or an upstream cost nothing that was learned, and cause neither a burst nor a
/// long silence.
@Suite(.serialized) struct RhythmDisturbanceTests {
    private static let budget = RequestBudget(interval: .seconds(600))
    private static let hour: Duration = .seconds(3600)

    private let reports: [RecordedPublication]
    private let start: UTC

    init() throws {
        reports = try RecordedPublication.recorded("metar-hourly.metar-KJFK", days: 5)
        start = try #require(reports.first).available
    }

    /// Returns a daemon that has learned for two days.
    private func learned(as style: RecordedUpstream.Style = .metar) throws -> RhythmReplay {
        let replay = try RhythmReplay(["KJFK": reports], as: style, from: start, settings: "Requests=144/d")
        try replay.run(until: start + Self.hour * 48)
        return replay
    }

    private func rhythm(_ replay: RhythmReplay) throws -> JSON {
        try replay.runtime(of: "KJFK")["rhythm"] ?? .null
    }

    /// Checks that the period and the phase are those of an earlier moment.
    private func check(_ replay: RhythmReplay, stillKnows earlier: JSON) throws {
        let later = try rhythm(replay)
        #expect(earlier["learned"] == true && later["learned"] == true)
        #expect(later["periodUSec"] == earlier["periodUSec"])
        let phases = try [later, earlier].map { try #require($0["phaseUSec"]?.int) }
        #expect(abs(phases[0] - phases[1]) <= 60_000_000)
    }

    @Test func `a machine that was suspended for a night asks at once, without a burst, by the same rhythm`()
        throws
    {
        let replay = try learned()
        let known = try rhythm(replay)
        let count = replay.requests.count
        // The machine wakes half an hour after the phase, at which several requests follow each other.
        replay.clock.advance(by: .seconds(8 * 3600 + 1800))
        try replay.run(until: replay.wall + .seconds(60))
        #expect((1...2).contains(replay.requests.count - count))
        try replay.run(until: replay.wall + .seconds(3600))
        try check(replay, stillKnows: known)
        replay.end()
    }

    @Test func `an outage of a day costs nothing that was learned`() throws {
        let replay = try learned()
        let known = try rhythm(replay)
        let answer = replay.server.answer
        replay.server.answer = {
            var reply = answer($0)
            reply.status = "500 Internal Server Error"
            return reply
        }
        try replay.run(until: replay.wall + Self.hour * 26)
        replay.server.answer = answer
        // A retry is made within an hour.
        try replay.run(until: replay.wall + Self.hour * 2)
        try check(replay, stillKnows: known)
        let begin = replay.wall
        try replay.run(until: begin + Self.hour * 12)
        let score = RehearsalScore(
            requests: replay.requests, publications: reports, from: begin, to: replay.wall)
        #expect(score.count >= 11)
        #expect(score.mean < 0.6 * 300)
        replay.end()
    }

    /// The wall clock is wrong for some hours, and right again; the upstream and the loop have clocks of
    /// their own.
    @Test(arguments: [-3600, 90_000])
    func `a clock that is set back or forward changes no plan`(seconds: Int) throws {
        let replay = try learned(as: .entries)
        let known = try rhythm(replay)
        let begin = replay.wall
        for error in [seconds, 0] {
            replay.folder.clockError = .seconds(error)
            try replay.run(for: Self.hour * 4)
        }
        try check(replay, stillKnows: known)
        let requests = replay.requests.filter { $0 > begin }
        let pauses = zip(requests.dropFirst(), requests).map(-)
        #expect(pauses.max() ?? .zero <= Self.budget.longestPause + .seconds(62))
        #expect((24...60).contains(requests.count), "\(requests.count) requests in eight hours")
        replay.end()
    }
}
