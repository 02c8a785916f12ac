import Records
import Systemd
import Testing

/// Requests for several stations that the upstream refuses as a whole because of one name.
@Suite(.serialized) struct BatchSplitTests {
    private let folder = Folder()
    private let loop: EventLoop
    private let centre: WeatherCentre

    init() throws {
        loop = try EventLoop()
        centre = try WeatherCentre(on: loop)
    }

    private func fixture(_ stations: [String]) throws -> LiveDaemon {
        folder.write("lib/sources.d/metar@.source", centre.template(batch: 200))
        for station in stations {
            folder.link(
                "etc/sources.d/metar@\(station).source", to: folder.path + "/lib/sources.d/metar@.source")
        }
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: {
            let sources = (try? fixture.call("ListSources"))?["sources"]?.array ?? []
            return sources.filter { $0["runtime"]?["nextUSec"] != nil }.count == stations.count
        })
        return fixture
    }

    private func health(_ fixture: LiveDaemon) throws -> [String: JSON] {
        let sources = try fixture.call("ListSources")["sources"]?.array ?? []
        let pairs = sources.map { ($0["context"]?["name"]?.string ?? "", $0["runtime"]?["health"] ?? .null) }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test func `one bad name costs only itself, and shows the reason that the upstream states`() throws {
        let stations = centre.report(200)
        centre.refused = ["AAFX"]
        let fixture = try fixture(stations)
        let health = try health(fixture)
        #expect(health.filter { $0.value == "fresh" }.count == 199)
        #expect(centre.requests.count <= 1 + 2 * 8, "\(centre.requests.map(\.count))")
        let failure = try fixture.runtime(of: "metar@AAFX")?["failure"]
        #expect(
            failure?["message"] == #"127.0.0.1: unexpected response (400): "Invalid station: AAFX""#)
        #expect(failure?["httpStatus"] == 400)

        // From now on, the bad one is requested alone.
        let count = centre.requests.count
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(centre.requests.dropFirst(count).map(\.count).sorted() == [1, 199])
        #expect(try self.health(fixture).filter { $0.value == "fresh" }.count == 199)

        centre.refused = []
        _ = try fixture.call("Refresh", ["wait": true])
        try fixture.turn(until: "metar@AAFX", is: "fresh")
        let last = centre.requests.count
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(centre.requests.dropFirst(last).map(\.count) == [200])
        fixture.end()
    }

    @Test func `of two bad names, each shows its own reason`() throws {
        _ = centre.report(5)
        centre.refused = ["AAAB", "AAAE"]
        let fixture = try fixture(["AAAA", "AAAB", "AAAC", "AAAD", "AAAE"])
        for station in centre.refused {
            let message = try fixture.runtime(of: "metar@\(station)")?["failure"]?["message"]?.string
            #expect(message?.hasSuffix("\"Invalid station: \(station)\"") == true)
        }
        #expect(try health(fixture).filter { $0.value == "fresh" }.count == 3)
        fixture.end()
    }

    @Test func `an upstream that refuses everything is not asked for each name`() throws {
        let stations = centre.report(100)
        centre.refused = Set(stations)
        let fixture = try fixture(stations)
        #expect(centre.requests.count <= 9, "\(centre.requests.map(\.count))")
        let count = centre.requests.count
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(centre.requests.count - count <= 10)
        #expect(try health(fixture).allSatisfy { $0.value == "empty" })
        centre.refused = []
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(try health(fixture).filter { $0.value == "fresh" }.count == 100)
        fixture.end()
    }
}
