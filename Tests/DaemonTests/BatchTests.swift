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

    private func house(_ stations: [String], batch: Int = 200) throws -> LiveHouse {
        folder.write("lib/sources.d/metar@.source", centre.template(batch: batch))
        for station in stations { enable(station) }
        return try LiveHouse(folder, on: loop)
    }

    private func enable(_ station: String) {
        folder.link(
            "etc/sources.d/metar@\(station).source", to: folder.path + "/lib/sources.d/metar@.source")
    }

    private func records(_ house: LiveHouse) -> Int? { try? house.call("GetStatus")["records"]?.int }

    /// Turns until so many sources have been asked and wait for their next turn.
    private func settle(_ house: LiveHouse, _ count: Int) throws {
        try house.turn(until: {
            let sources = (try? house.call("ListSources"))?["sources"]?.array ?? []
            return sources.filter { $0["runtime"]?["nextUSec"] != nil }.count == count
        })
    }

    private func message(_ house: LiveHouse, _ station: String) throws -> String {
        try house.runtime(of: "metar@\(station)")?["failure"]?["message"]?.string ?? ""
    }

    @Test func `a thousand stations are kept fresh with five requests a round`() throws {
        let house = try house(centre.report(1000))
        try settle(house, 1000)
        #expect(records(house) == 1000)
        #expect(centre.requests.map(\.count) == [200, 200, 200, 200, 200])
        #expect(Set(centre.requests.joined()).count == 1000)

        let answer = try house.call("Refresh", ["wait": true])
        #expect(answer["started"]?.array?.count == 1000)
        #expect(centre.requests.count == 10)
        #expect(centre.conditions == 5)
        let list = try house.call("ListSources")["sources"]?.array ?? []
        #expect(list.allSatisfy { $0["runtime"]?["health"] == "fresh" })
        house.end()
    }

    @Test func `what is new of one station is told of that one alone`() throws {
        let house = try house(centre.report(3))
        try settle(house, 3)
        let heard = try house.subscribe(["snapshot": false])
        try house.turn(until: { heard.has("ready") })
        centre.reports["AAAB"] = "SPECI AAAB 010010Z 27010KT 0500 FG VV001 05/05 Q1013"
        _ = try house.call("Refresh", ["selector": ["sources": ["metar@AAAC"]], "wait": true])
        _ = try house.call("Refresh", ["selector": ["sources": ["metar@AAAB"]], "wait": true])
        try house.turn(until: { !heard.records.isEmpty })
        #expect(heard.records == ["changed AAAB"])
        #expect(heard.events.last { $0["key"] != nil }?["source"] == "metar@AAAB")
        house.end()
    }

    @Test func `a station that is not answered is empty and says so, and the others are fresh`() throws {
        centre.reports["KPWM"] = "KPWM 010000Z 27010KT 10SM CLR 10/05 A2992"
        let house = try house(["KPWM", "QQQQ"])
        try settle(house, 2)
        #expect(try house.runtime(of: "metar@KPWM")?["health"] == "fresh")
        #expect(try house.runtime(of: "metar@QQQQ")?["health"] == "empty")
        #expect(try message(house, "QQQQ").contains("no report of QQQQ, and no such station is known"))
        #expect(centre.requests == [["KPWM", "QQQQ"]])
        house.end()
    }

    @Test func `a station that falls silent keeps its last report and does not count as failing`() throws {
        let house = try house(centre.report(2))
        try settle(house, 2)
        centre.reports["AAAB"] = nil
        _ = try house.call("Refresh", ["wait": true])
        #expect(try message(house, "AAAB").contains("the upstream has no report of AAAB"))
        #expect(try house.runtime(of: "metar@AAAB")?["health"] == "fresh")
        #expect(records(house) == 2)
        // The same answer once more says the same of it.
        _ = try house.call("Refresh", ["wait": true])
        #expect(centre.conditions == 2, "\(centre.requests)")
        #expect(try message(house, "AAAB").contains("the upstream has no report of AAAB"))
        #expect(try house.runtime(of: "metar@AAAA")?["failure"] == nil)
        house.end()
    }

    @Test func `an answer without any station is silence, one that is a page for people is a failure`() throws
    {
        let house = try house(["AAAA", "AAAB"])
        try settle(house, 2)
        #expect(try message(house, "AAAA").contains("no report of AAAA"))
        centre.trouble = WebServer.Reply(body: "<html>Down for maintenance</html>")
        _ = try house.call("Refresh", ["wait": true])
        for station in ["AAAA", "AAAB"] {
            #expect(try house.runtime(of: "metar@\(station)")?["failure"]?["reason"] == "content")
        }
        centre.trouble = nil
        _ = centre.report(2)
        _ = try house.call("Refresh", ["wait": true])
        try house.turn(until: "metar@AAAA", is: "fresh")
        try house.turn(until: "metar@AAAB", is: "fresh")
        house.end()
    }

    @Test func `a broken report costs only its own station`() throws {
        _ = centre.report(2)
        centre.reports["AAAB"] = "AAAB 0100Z"
        let house = try house(["AAAA", "AAAB"])
        try settle(house, 2)
        #expect(try house.runtime(of: "metar@AAAA")?["rejected"] == 0)
        #expect(try house.runtime(of: "metar@AAAB")?["rejected"] == 1)
        house.end()
    }

    @Test func `a station that comes later is asked for at once, and goes with the others from then on`()
        throws
    {
        let names = centre.report(3)
        let house = try house([names[0], names[1]])
        try settle(house, 2)
        enable(names[2])
        try settle(house, 3)
        #expect(centre.requests == [[names[0], names[1]], [names[2]]])
        _ = try house.call("Refresh", ["wait": true])
        #expect(centre.requests.last == names)
        house.end()
    }
}
