import Glibc
import Records
import TestServer
import Testing

/// Alerts in a whole daemon: the clock ends them, and chains keep their keys.
@Suite(.serialized) struct AlertTests {
    private let folder = Folder()

    /// Returns a state of the NWS; each alert is its identifier, its references, and its onset and end in
    /// seconds from the start of the test.
    private func state(_ alerts: (id: String, references: [String], onset: Int, ends: Int)...)
        -> HTTPServer.Act
    {
        let start = UTC(seconds: 1_800_000_000)
        let features = alerts.map { alert in
            let references = alert.references.map {
                #"{"identifier":"\#($0)","sent":"\#(start - .seconds(3600))"}"#
            }
            return #"""
                {"type":"Feature","geometry":null,"properties":{"id":"\#(alert.id)","sent":"\#(start)",
                "onset":"\#(start + .seconds(alert.onset))","ends":"\#(start + .seconds(alert.ends))",
                "status":"Actual","messageType":"Alert","event":"Flood Warning","severity":"Severe",
                "references":[\#(references.joined(separator: ","))]}}
                """#
        }
        let body = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return .good(body, folder.dateField)
    }

    private func phase(of key: String, in web: WebFixture) throws -> String? {
        let records = try web.fixture.call("GetSnapshot")["records"]?.array ?? []
        return records.first { $0["key"]?.string == key }?["data"]?["phase"]?.string
    }

    @Test func `an alert begins and ends by the daemon's clock, without a request`() throws {
        let web = try WebFixture(
            "Kind=alert\nRefresh=1h\n", in: folder, state(("a", [], 60, 120), ("b", [], -60, 90)))
        #expect(try web.keys == ["a", "b"])
        #expect(try phase(of: "a", in: web) == "announced")
        let heard = try web.fixture.subscribe(["snapshot": false])
        try web.fixture.turn(until: { heard.has("ready") })
        try web.fixture.turn(until: { heard.records.count == 1 })
        #expect(folder.wall >= UTC(seconds: 1_800_000_060) && folder.wall <= UTC(seconds: 1_800_000_061))
        #expect(try phase(of: "a", in: web) == "in force")
        try web.fixture.turn(until: { heard.records.count == 2 })
        #expect(folder.wall >= UTC(seconds: 1_800_000_090) && folder.wall <= UTC(seconds: 1_800_000_091))
        try web.fixture.turn(until: { heard.records.count == 3 })
        #expect(folder.wall >= UTC(seconds: 1_800_000_120) && folder.wall <= UTC(seconds: 1_800_000_121))
        #expect(heard.records == ["changed a", "removed b", "removed a"])
        #expect(web.server.heads.count == 1)
        web.fixture.end()
    }

    @Test func `an alert that ended while the daemon was not running is removed at its start`() throws {
        let web = try WebFixture(
            "Kind=alert\nRefresh=1h\n", in: folder, state(("a", [], 0, 300), ("b", [], 0, 3000)))
        web.fixture.end()
        folder.wall = folder.wall + .seconds(600)
        let next = try LiveDaemon(folder)
        try next.turn(until: {
            let records = try? next.call("GetSnapshot")["records"]?.array
            return records?.compactMap { $0["key"]?.string } == ["b"]
        })
        #expect(web.server.heads.count == 1)
        next.end()
    }

    @Test func `an update is a change of the same record, also after a restart and an absence`() throws {
        let web = try WebFixture("Kind=alert\nRefresh=1h\n", in: folder, state(("a", [], 0, 900_000)))
        let heard = try web.fixture.subscribe(["snapshot": false])
        try web.fixture.turn(until: { heard.has("ready") })
        _ = try web.ask(state(("b", ["a"], 0, 900_000)))
        try web.fixture.turn(until: { heard.records.count == 1 })
        #expect(heard.records == ["changed a"])
        _ = try web.ask(state(("other", [], 0, 900_000)))
        #expect(try web.keys == ["a", "other"])
        folder.clockError = .seconds(301)
        _ = try web.ask(state(("other", [], 0, 900_000)))
        #expect(try web.keys == ["other"])
        folder.wall = folder.wall + .seconds(48 * 3600)
        _ = try web.ask(state(("c", ["b"], 0, 900_000), ("d", ["b"], 0, 900_000)))
        #expect(try web.keys == ["a", "d", "other"])
        web.fixture.end()
    }

    @Test func `a subscriber near a place receives the alerts whose polygon contains it, and their ends`()
        throws
    {
        func alert(_ id: String, _ severity: String, west: Int, ends: Int) -> String {
            let start = UTC(seconds: 1_800_000_000)
            let ring = "[[\(west),0],[\(west + 10),0],[\(west + 10),10],[\(west),10]]"
            return #"""
                {"type":"Feature","geometry":{"type":"Polygon","coordinates":[\#(ring)]},"properties":{"id":"\#(id)",
                "sent":"\#(start)","ends":"\#(start + .seconds(ends))","status":"Actual","messageType":"Alert",
                "severity":"\#(severity)"}}
                """#
        }
        func state(_ alerts: String...) -> HTTPServer.Act {
            .good(#"{"type":"FeatureCollection","features":[\#(alerts.joined(separator: ","))]}"#)
        }
        let web = try WebFixture(
            "Kind=alert\nRefresh=1h\n", in: folder,
            state(
                alert("a", "Severe", west: 0, ends: 60), alert("far", "Severe", west: 20, ends: 70),
                alert("small", "Minor", west: 0, ends: 80)))
        let near: JSON = ["latitude": 9.5, "longitude": 0.5, "radiusMeters": 0]
        let selector: JSON = ["near": near, "where": ["severity = Severe"]]
        let heard = try web.fixture.subscribe(["selector": selector, "snapshot": true])
        try web.fixture.turn(until: { heard.has("ready") })
        #expect(heard.records == ["snapshot a"])
        let cursor = heard.cursor
        try web.fixture.turn(until: { heard.records.count == 2 })
        #expect(folder.wall <= UTC(seconds: 1_800_000_061))
        let all = try web.fixture.subscribe(["since": .string(cursor)])
        try web.fixture.turn(until: { all.records.count == 3 })
        #expect(all.records == ["removed a", "removed far", "removed small"])
        #expect(heard.records == ["snapshot a", "removed a"])
        for conflates in [false, true] {
            let late = try web.fixture.subscribe([
                "selector": selector, "since": .string(cursor), "conflate": .bool(conflates),
            ])
            try web.fixture.turn(until: { late.has("ready") })
            #expect(late.records == ["removed a"])
        }
        web.fixture.end()
    }

    @Test func `an alert that names only zones has their areas`() throws {
        let zones = #"""
            {"features":[{"properties":{"id":"MEZ024"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2]]]}}]}
            """#
        folder.replace("zones.json", zones)
        folder.write(
            "etc/sources.d/zones.source",
            "[Source]\nKind=json\nPath=\(folder.path)/zones.json\n[JSON]\nPointer=/features\n[Record]\nKey=/properties/id\n"
        )
        let alert = #"""
            {"type":"Feature","geometry":null,"properties":{"id":"a","sent":"2027-01-15T07:00:00Z","status":"Actual",
            "ends":"2027-02-15T07:00:00Z","messageType":"Alert","geocode":{"UGC":["MEZ024","MEZ999"]}}}
            """#
        let web = try WebFixture(
            "Kind=alert\nRefresh=1h\n[Alert]\nZones=zones\n", in: folder,
            .good(#"{"type":"FeatureCollection","features":[]}"#))
        try web.fixture.turn(until: "zones", is: "fresh")
        _ = try web.ask(.good(#"{"type":"FeatureCollection","features":[\#(alert)]}"#))
        let selector: JSON = [
            "near": ["latitude": 0.5, "longitude": 1, "radiusMeters": 0], "kinds": ["alert"],
        ]
        let records = try web.fixture.call("GetSnapshot", ["selector": selector])["records"]?.array ?? []
        #expect(records.map { $0["key"] } == ["a"])
        web.fixture.end()
    }

    @Test func `messages that an index links to are fetched once, and a bad link affects only itself`() throws
    {
        let web = try WebFixture("Kind=alert\nRefresh=1h\n", in: folder, .good("<feed></feed>"))
        let base = web.server.url("/")
        func entry(_ name: String) -> String {
            "<entry><id>\(name)</id><link href='\(base)\(name)'/></entry>"
        }
        func message(_ name: String, status: String = "Actual") -> String {
            """
            <alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'><identifier>\(name)</identifier>
            <sent>2027-01-15T07:00:00Z</sent><status>\(status)</status><msgType>Alert</msgType>
            <info><event>Wind</event><expires>2027-01-20T07:00:00Z</expires></info></alert>
            """
        }
        web.server.script = { head in
            if head.contains("/one ") { return [.good(message("one"))] }
            if head.contains("/two ") { return [.good("<html>no alert</html>")] }
            if head.contains("/odd ") { return [.good(message("odd", status: "Actuall"))] }
            return [.good("<feed>\(entry("one"))\(entry("two"))\(entry("odd"))</feed>")]
        }
        _ = try web.askAgain()
        #expect(try web.keys == ["one"])
        let count = web.server.heads.count
        _ = try web.askAgain()
        #expect(try web.keys == ["one"])
        #expect(web.server.heads.count == count + 1)
        web.fixture.end()
    }
}
