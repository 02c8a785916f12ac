import Daemon
import Reactive
import Records
import Rhythm
import Systemd
import Testing

@Suite(.serialized) struct RhythmTests {
    /// The budget of the replays: a timer with this interval sends 144 requests a day.
    private static let interval: Duration = .seconds(600)
    private static let day: Duration = .seconds(86_400)
    private static let settings =
        "Kind=metar\nRefresh=10min\nAllowHTTP=yes\nAllowPrivate=yes\n"

    /// A daemon that fetches the recorded reports of a station, and the moments of its requests.
    private final class Replay {
        let folder = Folder()
        let clock = ManualScheduler()
        let loop: EventLoop
        let server: WebServer
        private(set) var fixture: LiveDaemon
        private(set) var requests: [UTC] = []
        private let start: UTC

        /// The time by the wall clock.
        private var wall: UTC { start + (clock.now - .zero) }

        init(_ reports: PublishedReports, station: String, settings: String = RhythmTests.settings) throws {
            loop = try EventLoop()
            server = try WebServer(on: loop)
            start = reports.availability(0)
            folder.wall = start
            folder.write(
                "etc/sources.d/metar.source", "[Source]\nURL=\(server.url("/metar"))\n" + settings)
            fixture = try LiveDaemon(folder, on: loop, clock: clock)
            server.answer = { [unowned self] _ in
                requests.append(wall)
                let newest = reports.newest(at: wall) ?? 0
                return WebServer.Reply(body: Replay.text(station, reports.stamps[newest]))
            }
        }

        /// Returns the report of a station at a time.
        private static func text(_ station: String, _ time: UTC) -> String {
            let fields = time.fields
            let clock = [fields.day, fields.hour, fields.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
            return "\(station) \(clock)Z 27010KT 9999 SCT030 10/05 Q1013\n"
        }

        var runtime: JSON { get throws { try fixture.runtime(of: "metar") ?? .null } }

        private var next: UTC? {
            get throws { try runtime["nextUSec"]?.int.map { UTC(microseconds: Int64($0)) } }
        }

        /// Lets the daemon run until a moment: the clock leaps from one planned attempt to the next.
        func run(until end: UTC) throws {
            try fixture.turn(until: { (try? next) != nil })
            while let next = try next, next < end {
                let count = requests.count
                clock.advance(by: max(.zero, next - wall))
                try fixture.turn(until: {
                    requests.count > count && (try? self.next).map { $0 != next } == true
                })
            }
        }

        /// Ends the daemon and starts another one in its folder.
        func restart() throws {
            fixture.end()
            fixture = try LiveDaemon(folder, on: loop, clock: clock)
        }

        func end() { fixture.end() }
    }

    /// Returns the moments at which the model alone would request the reports.
    private func modelled(_ reports: PublishedReports, until end: UTC) -> [UTC] {
        var rhythm = SourceRhythm(budget: RequestBudget(interval: Self.interval))
        var requests: [UTC] = []
        var seen: Int?
        var moment = reports.availability(0)
        while moment < end {
            requests.append(moment)
            let newest = reports.newest(at: moment)
            rhythm.note(
                newest == seen ? .unchanged : .published(stamps: newest.map { [reports.stamps[$0]] } ?? []),
                at: moment)
            seen = newest
            moment = max(rhythm.nextAttempt(after: moment, notBefore: moment), moment + .seconds(1))
        }
        return requests
    }

    /// The highest number of requests in any 24 hours.
    private func most(_ requests: [UTC]) -> Int {
        requests.indices.map { first in
            requests[first...].prefix { $0 < requests[first] + Self.day }.count
        }.max() ?? 0
    }

    @Test(arguments: ["KJFK", "LEBL"])
    func `a daemon reaches the freshness of the model, within its budget`(station: String) throws {
        let reports = PublishedReports(of: station)
        let end = reports.stamps[0] + Self.day * 5
        let replay = try Replay(reports, station: station)
        try replay.run(until: end)
        replay.end()
        let model = modelled(reports, until: end)

        let found = try #require(reports.averageDelay(of: replay.requests))
        let expected = try #require(reports.averageDelay(of: model))
        #expect(abs(found - expected) < max(15, expected / 5), "\(found) s, the model \(expected) s")
        #expect(replay.requests.count <= 5 * 144 + 1)
        #expect(abs(replay.requests.count - model.count) <= model.count / 10)
        #expect(most(replay.requests) <= 180)
        let pauses = zip(replay.requests.dropFirst(), replay.requests).map(-)
        #expect(pauses.max() ?? .zero <= Self.interval * 4 + .seconds(2))
    }

    @Test func `what was learned survives a restart and another interval, but not another address`() throws {
        let reports = PublishedReports(of: "KJFK")
        let replay = try Replay(reports, station: "KJFK")
        try replay.run(until: reports.stamps[0] + .seconds(6 * 3600))
        let learned = try replay.runtime["rhythm"]
        #expect(learned?["requestsPerDay"] != nil)
        let next = try replay.runtime["nextUSec"]
        try replay.restart()
        #expect(try replay.runtime["rhythm"]?["averageDelayUSec"] == learned?["averageDelayUSec"])
        #expect(try replay.runtime["nextUSec"] == next)
        replay.end()
    }

    @Test func `a source with a fixed rhythm has none`() throws {
        let reports = PublishedReports(of: "KJFK")
        let replay = try Replay(reports, station: "KJFK", settings: Self.settings + "Rhythm=fixed\n")
        try replay.run(until: reports.stamps[0] + .seconds(3600))
        #expect(try replay.runtime["rhythm"] == nil)
        let pauses = zip(replay.requests.dropFirst(), replay.requests).map(-)
        #expect(pauses.allSatisfy { $0 >= Self.interval && $0 <= Self.interval + .seconds(62) })
        replay.end()
    }

    @Test func `the lifetime of a document and a host that asks to wait come before the rhythm`() throws {
        let reports = PublishedReports(of: "KJFK")
        let replay = try Replay(reports, station: "KJFK")
        let answer = replay.server.answer
        replay.server.answer = {
            var reply = answer($0)
            reply.headers.append("Cache-Control: max-age=3000")
            return reply
        }
        try replay.run(until: reports.stamps[0] + .seconds(6 * 3600))
        let pauses = zip(replay.requests.dropFirst(), replay.requests).map(-)
        #expect(pauses.dropFirst().allSatisfy { $0 >= .seconds(3000) })
        replay.end()
    }
}
