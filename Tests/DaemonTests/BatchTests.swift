import Records
import Systemd
import Testing

@Suite(.serialized) struct BatchTests {
    private let folder = Folder()
    private let loop: EventLoop
    private let centre: WeatherCentre

    init() throws {
        loop = try EventLoop()
        centre = try WeatherCentre(on: loop)
    }

    private func fixture(_ stations: [String], batch: Int = 200) throws -> LiveDaemon {
        folder.write("lib/sources.d/metar@.source", centre.template(batch: batch))
        for station in stations { enable(station) }
        return try LiveDaemon(folder, on: loop)
    }

    private func enable(_ station: String) {
        folder.link(
            "etc/sources.d/metar@\(station).source", to: folder.path + "/lib/sources.d/metar@.source")
    }

    private func records(_ fixture: LiveDaemon) -> Int? { try? fixture.call("GetStatus")["records"]?.int }

    /// Turns the loop until this number of sources was fetched and has a next attempt planned.
    private func settle(_ fixture: LiveDaemon, _ count: Int) throws {
        try fixture.turn(until: {
            let sources = (try? fixture.call("ListSources"))?["sources"]?.array ?? []
            return sources.filter { $0["runtime"]?["nextUSec"] != nil }.count == count
        })
    }

    private func message(_ fixture: LiveDaemon, _ station: String) throws -> String {
        try fixture.runtime(of: "metar@\(station)")?["failure"]?["message"]?.string ?? ""
    }

    @Test func `a thousand stations are kept fresh with five requests per interval`() throws {
        let fixture = try fixture(centre.report(1000))
        try settle(fixture, 1000)
        #expect(records(fixture) == 1000)
        #expect(centre.requests.map(\.count) == [200, 200, 200, 200, 200])
        #expect(Set(centre.requests.joined()).count == 1000)

        let answer = try fixture.call("Refresh", ["wait": true])
        #expect(answer["started"]?.array?.count == 1000)
        #expect(centre.requests.count == 10)
        #expect(centre.conditions == 5)
        let list = try fixture.call("ListSources")["sources"]?.array ?? []
        #expect(list.allSatisfy { $0["runtime"]?["health"] == "fresh" })
        fixture.end()
    }

    @Test func `a new report of a station is sent for that station only`() throws {
        let fixture = try fixture(centre.report(3))
        try settle(fixture, 3)
        let heard = try fixture.subscribe(["snapshot": false])
        try fixture.turn(until: { heard.has("ready") })
        centre.reports["AAAB"] = "SPECI AAAB 010010Z 27010KT 0500 FG VV001 05/05 Q1013"
        _ = try fixture.call("Refresh", ["selector": ["sources": ["metar@AAAC"]], "wait": true])
        _ = try fixture.call("Refresh", ["selector": ["sources": ["metar@AAAB"]], "wait": true])
        try fixture.turn(until: { !heard.records.isEmpty })
        #expect(heard.records == ["changed AAAB"])
        #expect(heard.events.last { $0["key"] != nil }?["source"] == "metar@AAAB")
        fixture.end()
    }

    @Test func `a station missing from the response reports a failure, and the others are fresh`() throws {
        centre.reports["KPWM"] = "KPWM 010000Z 27010KT 10SM CLR 10/05 A2992"
        let fixture = try fixture(["KPWM", "QQQQ"])
        try settle(fixture, 2)
        #expect(try fixture.runtime(of: "metar@KPWM")?["health"] == "fresh")
        #expect(try fixture.runtime(of: "metar@QQQQ")?["health"] == "empty")
        #expect(try message(fixture, "QQQQ").contains("no report of QQQQ, and no such station is known"))
        #expect(centre.requests == [["KPWM", "QQQQ"]])
        fixture.end()
    }

    @Test func `a station that falls silent keeps its last report and does not count as failing`() throws {
        let fixture = try fixture(centre.report(2))
        try settle(fixture, 2)
        centre.reports["AAAB"] = nil
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(try message(fixture, "AAAB").contains("the upstream has no report of AAAB"))
        #expect(try fixture.runtime(of: "metar@AAAB")?["health"] == "fresh")
        #expect(records(fixture) == 2)
        // The same response again reports the same failure.
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(centre.conditions == 2, "\(centre.requests)")
        #expect(try message(fixture, "AAAB").contains("the upstream has no report of AAAB"))
        #expect(try fixture.runtime(of: "metar@AAAA")?["failure"] == nil)
        fixture.end()
    }

    @Test func `a response without any station is silence, and a web page is a failure`() throws {
        let fixture = try fixture(["AAAA", "AAAB"])
        try settle(fixture, 2)
        #expect(try message(fixture, "AAAA").contains("no report of AAAA"))
        centre.trouble = WebServer.Reply(body: "<html>Down for maintenance</html>")
        _ = try fixture.call("Refresh", ["wait": true])
        for station in ["AAAA", "AAAB"] {
            #expect(try fixture.runtime(of: "metar@\(station)")?["failure"]?["reason"] == "content")
        }
        centre.trouble = nil
        _ = centre.report(2)
        _ = try fixture.call("Refresh", ["wait": true])
        try fixture.turn(until: "metar@AAAA", is: "fresh")
        try fixture.turn(until: "metar@AAAB", is: "fresh")
        fixture.end()
    }

    @Test func `a broken report affects only its own station`() throws {
        _ = centre.report(2)
        centre.reports["AAAB"] = "AAAB 0100Z"
        let fixture = try fixture(["AAAA", "AAAB"])
        try settle(fixture, 2)
        #expect(try fixture.runtime(of: "metar@AAAA")?["rejected"] == 0)
        #expect(try fixture.runtime(of: "metar@AAAB")?["rejected"] == 1)
        fixture.end()
    }

    @Test func `a station that is added later is fetched at once, and with the others from then on`()
        throws
    {
        let names = centre.report(3)
        let fixture = try fixture([names[0], names[1]])
        try settle(fixture, 2)
        enable(names[2])
        try settle(fixture, 3)
        #expect(centre.requests == [[names[0], names[1]], [names[2]]])
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(centre.requests.last == names)
        fixture.end()
    }

    @Test func `a batch whose credential is missing fails for each of its stations`() throws {
        folder.write("lib/sources.d/metar@.source", centre.template(batch: 200) + "Credential=none\n")
        for station in centre.report(2) { enable(station) }
        let fixture = try LiveDaemon(folder, on: loop)
        for station in ["AAAA", "AAAB"] {
            try fixture.turn(until: { (try? message(fixture, station))?.isEmpty == false })
            #expect(try message(fixture, station).contains("there is no credential none"))
        }
        #expect(centre.requests.isEmpty)
        fixture.end()
    }
}
