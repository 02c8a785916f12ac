import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite(.serialized) struct AirportTests {
    private let folder = Folder()
    private let loop: EventLoop
    private let server: WebServer
    private let root: String

    init() throws {
        loop = try EventLoop()
        server = try WebServer(on: loop)
        root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        folder.link("lib/stations.tsv", to: root + "/etc/stations.tsv")
    }

    private func template(_ name: String, _ kind: String, _ path: String, _ more: String = "") {
        folder.write(
            "lib/sources.d/\(name)@.source",
            "[Source]\nKind=\(kind)\nURL=\(server.url(path))\nAllowHTTP=yes\nAllowPrivate=yes\n" + more)
    }

    private func message(_ fixture: LiveDaemon, _ source: String) throws -> String {
        try fixture.runtime(of: source)?["failure"]?["message"]?.string ?? ""
    }

    private func add(_ name: String, _ fixture: LiveDaemon, persist: Bool = false) throws -> String {
        let answer = try fixture.call(
            "AddSource", ["context": ["name": .string(name)], "persist": .bool(persist)])
        return answer["source"]?["context"]?["name"]?.string ?? ""
    }

    private func refusal(_ name: String, _ fixture: LiveDaemon) -> String {
        let error = #expect(throws: VarlinkError.self) { try add(name, fixture) }
        guard case .service(let refusal) = error else { return "" }
        return refusal.parameters["message"]?.string ?? ""
    }

    @Test func `an airport is added by its identifier in any case, permanently if requested`() throws {
        template("metar", "metar", "/metar?ids=%i", "Batch=100\n")
        template("taf", "taf", "/taf?ids=%i", "Batch=100\n")
        server.answer = { question in
            let station = question["ids"]
            return WebServer.Reply(
                body: question.target.hasPrefix("/taf")
                    ? "TAF \(station) 010000Z 0100/0124 27010KT P6SM SKC\n"
                    : "\(station) 010000Z 27010KT 10SM CLR 10/05 A2992\n")
        }
        let fixture = try LiveDaemon(folder, on: loop)
        #expect(try add("metar@kpwm", fixture) == "metar@KPWM")
        #expect(try add("taf@KPWM", fixture, persist: true) == "taf@KPWM")
        try fixture.turn(until: "metar@KPWM", is: "fresh")
        try fixture.turn(until: "taf@KPWM", is: "fresh")
        #expect(folder.read("state/private/sources.d/metar@KPWM.source") == nil)
        #expect(folder.read("state/private/sources.d/taf@KPWM.source")?.contains("ids=%i") == true)

        let near: JSON = ["near": ["latitude": 43.6, "longitude": -70.3, "radiusMeters": 20_000]]
        let found = try fixture.call("GetSnapshot", ["selector": near])["records"]?.array ?? []
        #expect(found.map { $0["title"]?.string } == ["Portland Intl, ME, US", "Portland Intl, ME, US"])
        #expect(found.first?["data"]?["densityAltitude"]?.double != nil)
        #expect(try add("metar@KPWM", fixture, persist: true) == "metar@KPWM")
        #expect(throws: VarlinkError.self) { try add("metar@KPWM", fixture) }
        fixture.end()
    }

    @Test func `a name that is not a station identifier is refused with suggestions`() throws {
        template("metar", "metar", "/metar?ids=%i")
        let fixture = try LiveDaemon(folder, on: loop)
        #expect(refusal("metar@pwm", fixture).hasSuffix("perhaps KPWM (Portland Intl, ME, US)"))
        #expect(refusal("metar@portland-intl", fixture).contains("KPWM (Portland Intl, ME, US)"))
        #expect(
            refusal("metar@nowhere-at-all", fixture).hasSuffix(
                "is not the identifier of a station, such as KPWM"))
        #expect(server.questions.isEmpty)
        fixture.end()
    }

    @Test func `an unknown station is reported as unknown`() throws {
        template("metar", "metar", "/metar?ids=%i")
        server.answer = { _ in WebServer.Reply(status: "204 No Content") }
        let fixture = try LiveDaemon(folder, on: loop)
        _ = try add("metar@QQQQ", fixture)
        try fixture.turn(until: { (try? message(fixture, "metar@QQQQ"))?.isEmpty == false })
        #expect(try message(fixture, "metar@QQQQ").contains("no such station is known: check its identifier"))
        #expect(try fixture.runtime(of: "metar@QQQQ")?["health"] == "empty")
        fixture.end()
    }

    @Test func `an on-demand source is fetched only when a client requests it`() throws {
        template("metar", "metar", "/metar?ids=%i")
        server.answer = { _ in WebServer.Reply(body: "EGLL 010000Z 27010KT 9999 SCT030 10/05 Q1013\n") }
        let fixture = try LiveDaemon(folder, on: loop)
        let context: JSON = ["name": "metar@EGLL", "options": ["Source": ["Refresh": "on-demand"]]]
        _ = try fixture.call("AddSource", ["context": context])
        _ = try fixture.call("Refresh", ["selector": ["sources": ["metar@EGLL"]], "wait": true])
        try fixture.turn(until: "metar@EGLL", is: "fresh")
        #expect(try fixture.runtime(of: "metar@EGLL")?["nextUSec"] == nil)
        #expect(server.questions.count == 1)
        fixture.end()
    }

    @Test func `an on-demand source is removed if no client requests it within Linger`() throws {
        template("metar", "metar", "/metar?ids=%i")
        server.answer = { _ in WebServer.Reply(body: "EGLL 010000Z 27010KT 9999 SCT030 10/05 Q1013\n") }
        let fixture = try LiveDaemon(folder, on: loop)
        for (name, linger) in [("metar@EGLL", "0"), ("metar@EGKK", "1h")] {
            let options: JSON = ["Source": ["Refresh": "on-demand", "Linger": .string(linger)]]
            _ = try fixture.call("AddSource", ["context": ["name": .string(name), "options": options]])
        }
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(try fixture.runtime(of: "metar@EGLL")?["records"] == 1)
        _ = try fixture.call("Reload")
        try fixture.turn(until: { (try? fixture.runtime(of: "metar@EGLL")) == .some(nil) })
        let left = try fixture.call("GetSnapshot")["records"]?.array ?? []
        #expect(left.filter { $0["source"] == "metar@EGLL" } == [])
        #expect(try fixture.runtime(of: "metar@EGKK") != nil)
        fixture.end()
    }

    @Test(arguments: [("404 Not Found", 30), ("500 Internal Server Error", 600)])
    func `an on-demand source that never had data vanishes, soon if its upstream does not know it`(
        status: String, seconds: Int
    ) throws {
        template("metar", "metar", "/metar?ids=%i")
        server.answer = { _ in WebServer.Reply(status: status) }
        let clock = ManualScheduler()
        let fixture = try LiveDaemon(folder, on: loop, clock: clock)
        let options: JSON = ["Source": ["Refresh": "on-demand"]]
        _ = try fixture.call("AddSource", ["context": ["name": "metar@KPMW", "options": options]])
        _ = try fixture.call("Refresh", ["wait": true])
        let start = folder.wall
        // Who asked for it can read why there is nothing.
        #expect(try fixture.runtime(of: "metar@KPMW")?["failure"]?["reason"] == "http")
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        while try fixture.runtime(of: "metar@KPMW") != nil, folder.wall - start < .seconds(3600) {
            clock.advance(by: .seconds(10))
        }
        let stayed = folder.wall - start
        try fixture.turn(until: { heard.has("source") })
        #expect(stayed >= .seconds(seconds) && stayed < .seconds(seconds + 90), "\(stayed)")
        #expect(heard.events.contains { $0["event"] == "source" && $0["runtime"] == nil })
        fixture.end()
        let next = try LiveDaemon(folder, on: loop)
        #expect(try next.call("ListSources")["sources"] == [])
        next.end()
    }

    @Test func `a source without data that ended with the daemon is forgotten, one with data is kept`() throws
    {
        template("metar", "metar", "/metar?ids=%i")
        server.answer = { question in
            question["ids"] == "EGLL"
                ? WebServer.Reply(body: "EGLL 010000Z 27010KT 9999 SCT030 10/05 Q1013\n")
                : WebServer.Reply(status: "404 Not Found")
        }
        let fixture = try LiveDaemon(folder, on: loop)
        let options: JSON = ["Source": ["Refresh": "on-demand"]]
        for name in ["metar@EGLL", "metar@KPMW"] {
            _ = try fixture.call("AddSource", ["context": ["name": .string(name), "options": options]])
        }
        _ = try fixture.call("Refresh", ["wait": true])
        fixture.end()
        let clock = ManualScheduler()
        let next = try LiveDaemon(folder, on: loop, clock: clock)
        #expect(try next.runtime(of: "metar@KPMW")?["health"] == "paused")
        clock.advance(by: .seconds(90))
        try next.turn(until: { (try? next.runtime(of: "metar@KPMW")) == .some(nil) })
        #expect(try next.runtime(of: "metar@EGLL")?["health"] == "paused")
        next.end()
    }

    @Test(arguments: ["43.6465487,-70.3097001", "KPWM"])
    func `a position or station is requested with four decimals`(place: String)
        throws
    {
        template("forecast", "forecast", "/forecast?lat=%{latitude}&lon=%{longitude}")
        server.answer = { _ in
            WebServer.Reply(
                body: #"{"latitude":43.65,"longitude":-70.31,"utc_offset_seconds":0,"#
                    + #""hourly":{"time":[1700000000],"temperature_2m":[7]},"hourly_units":{"temperature_2m":"°C"}}"#
            )
        }
        let fixture = try LiveDaemon(folder, on: loop)
        _ = try add("forecast@" + place, fixture)
        try fixture.turn(until: "forecast@" + place, is: "fresh")
        let asked = server.questions.map { [$0["lat"], $0["lon"]] }
        #expect(asked == [place == "KPWM" ? ["43.6424", "-70.3044"] : ["43.6465", "-70.3097"]])
        // Clients know by the address which place a source is of.
        let told = try fixture.call("DescribeSource", ["name": .string("forecast@" + place)])
        let end = place == "KPWM" ? "lat=43.6424&lon=-70.3044" : "lat=43.6465&lon=-70.3097"
        #expect(told["source"]?["context"]?["url"]?.string?.hasSuffix(end) == true)
        #expect(refusal("forecast@QQQQ", fixture).contains("neither a position"))
        fixture.end()
    }

    @Test func `a place of a definition file that is neither a position nor a station is a failure`() throws {
        folder.write(
            "etc/sources.d/forecast@QQQQ.source",
            "[Source]\nKind=forecast\nURL=\(server.url("/f?lat=%{latitude}&lon=%{longitude}"))\n"
                + "AllowHTTP=yes\nAllowPrivate=yes\n")
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: { (try? message(fixture, "forecast@QQQQ"))?.isEmpty == false })
        #expect(try message(fixture, "forecast@QQQQ").contains("neither a position"))
        #expect(server.questions.isEmpty)
        fixture.end()
    }

    @Test func `a document without reports says that the upstream has none of the station`() throws {
        template("metar", "metar", "/metar?ids=%i")
        server.answer = { _ in WebServer.Reply(body: "[]") }
        let fixture = try LiveDaemon(folder, on: loop)
        _ = try add("metar@EGLL", fixture)
        try fixture.turn(until: { (try? message(fixture, "metar@EGLL"))?.isEmpty == false })
        let text = try message(fixture, "metar@EGLL")
        #expect(text.hasPrefix("the upstream has no report of EGLL (London/Heathrow"), "\(text)")
        fixture.end()
    }

    @Test func `an address found by Follow is used, and looked up again once it is gone`() throws {
        template("rows", "json", "/points/%i", "Follow=/properties/rows\n[Record]\nKey=id\n")
        let fixture = try LiveDaemon(folder, on: loop)
        var place = "/a"
        server.answer = { [server] question in
            switch question.target {
            case "/points/x":
                WebServer.Reply(body: #"{"properties":{"rows":"\#(server.url(place))"}}"#)
            case place: WebServer.Reply(body: #"[{"id":1}]"#)
            default: WebServer.Reply(status: "404 Not Found")
            }
        }
        _ = try add("rows@x", fixture)
        try fixture.turn(until: "rows@x", is: "fresh")
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(server.questions.map(\.target) == ["/points/x", "/a", "/a"])
        place = "/b"
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(try fixture.runtime(of: "rows@x")?["health"] == "failing")
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(server.questions.map(\.target).suffix(3) == ["/a", "/points/x", "/b"])
        #expect(try fixture.runtime(of: "rows@x")?["health"] == "fresh")
        fixture.end()
    }

    @Test func `an address of another origin is not followed`() throws {
        template("rows", "json", "/points/%i", "Follow=/to\n[Record]\nKey=id\n")
        server.answer = { _ in WebServer.Reply(body: #"{"to":"http://127.0.0.2/rows"}"#) }
        let fixture = try LiveDaemon(folder, on: loop)
        _ = try add("rows@x", fixture)
        try fixture.turn(until: { (try? message(fixture, "rows@x"))?.isEmpty == false })
        #expect(try message(fixture, "rows@x").contains("leads to another origin"))
        #expect(server.questions.count == 1)
        fixture.end()
    }

    @Test func `a document without the address that Follow names is a failure`() throws {
        template("rows", "json", "/points/%i", "Follow=/to\n[Record]\nKey=id\n")
        let fixture = try LiveDaemon(folder, on: loop)
        for (place, body) in [("x", #"{"other":1}"#), ("y", "not JSON")] {
            server.answer = { _ in WebServer.Reply(body: body) }
            _ = try add("rows@\(place)", fixture)
            try fixture.turn(until: { (try? message(fixture, "rows@\(place)"))?.isEmpty == false })
            #expect(try message(fixture, "rows@\(place)").contains("does not contain /to"))
        }
        fixture.end()
    }
}
