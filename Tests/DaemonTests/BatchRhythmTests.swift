import Reactive
import Records
import Systemd
import Testing

@Suite(.serialized) struct BatchRhythmTests {
    private static let day: Duration = .seconds(86_400)
    /// The minutes of the hour at which stations report.
    private static let minutes = ["AAAA": 5, "BBBB": 25, "CCCC": 45]

    private let folder = Folder()
    private let clock = ManualScheduler()
    private let loop: EventLoop
    private let server: WebServer

    init() throws {
        loop = try EventLoop()
        server = try WebServer(on: loop)
        folder.write(
            "lib/sources.d/metar@.source",
            "[Source]\nKind=metar\nURL=\(server.url("/metar?ids=%i"))\nBatch=100\nRequests=6/h\n"
                + "AllowHTTP=yes\nAllowPrivate=yes\n")
        for station in Self.minutes.keys {
            folder.link(
                "etc/sources.d/metar@\(station).source", to: folder.path + "/lib/sources.d/metar@.source")
        }
    }

    /// Returns the newest report of a station.
    private func report(of station: String, minute: Int, at time: UTC) -> String {
        let late: Duration = .seconds(Int64(minute * 60 + 120))
        let hour = UTC(seconds: (time - late).seconds / 3600 * 3600) + .seconds(Int64(minute * 60))
        let fields = hour.fields
        let clock = [fields.day, fields.hour, fields.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return "\(station) \(clock)Z 27010KT 9999 SCT030 10/05 Q1013\n"
    }

    /// Returns the next planned attempt of any station.
    private func next(_ fixture: LiveDaemon) throws -> UTC? {
        let sources = try fixture.call("ListSources")["sources"]?.array ?? []
        let moments = sources.compactMap { $0["runtime"]?["nextUSec"]?.int }
        return moments.count < Self.minutes.count ? nil : moments.min().map { UTC(microseconds: Int64($0)) }
    }

    @Test func `the stations of a batch share the budget of one timer`() throws {
        let start = folder.wall
        var requests: [UTC] = []
        server.answer = { [clock] question in
            let now = start + (clock.now - .zero)
            requests.append(now)
            let stations = question["ids"].split(separator: ",").map(String.init)
            let reports = stations.map { report(of: $0, minute: Self.minutes[$0] ?? 0, at: now) }
            return WebServer.Reply(body: reports.joined())
        }
        let fixture = try LiveDaemon(folder, on: loop, clock: clock)
        try fixture.turn(until: { (try? next(fixture)) != nil })
        while let next = try next(fixture), next < start + Self.day * 3 {
            let count = requests.count
            clock.advance(by: max(.zero, next - start - (clock.now - .zero)))
            try fixture.turn(until: { requests.count > count && (try? self.next(fixture)) != nil })
        }
        fixture.end()

        #expect(requests.count <= 3 * 144 + 3)
        let most = requests.indices.map { first in
            requests[first...].prefix { $0 < requests[first] + Self.day }.count
        }
        #expect(most.max() ?? 0 <= 180)
        let pauses = zip(requests.dropFirst(), requests).map(-)
        #expect(pauses.max() ?? .zero <= .seconds(4 * 600 + 2))
    }
}
