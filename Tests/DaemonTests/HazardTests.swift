import Records
import TestServer
import Testing

/// SIGMETs and pilot reports in a whole daemon: they are found where their areas are, and the clock ends
/// them.
@Suite(.serialized) struct HazardTests {
    private let folder = Folder()
    private let start: Int64 = 1_800_000_000

    /// A SIGMET over a box of ten degrees, with its times in seconds from the start of the test.
    private func sigmet(_ series: String, west: Int, from onset: Int64, to ends: Int64) -> String {
        let ring = [(west, 0), (west + 10, 0), (west + 10, 10), (west, 10), (west, 0)]
        let corners = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        return #"""
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[\#(corners)]]},"properties":{"firId":"EISN",
            "seriesId":"\#(series)","hazard":"TURB","validTimeFrom":\#(start + onset),"validTimeTo":\#(start + ends)}}
            """#
    }

    private func collection(_ features: String...) -> HTTPServer.Act {
        .good(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    }

    private func neighbors(_ web: WebFixture, _ latitude: Double, _ longitude: Double) throws -> [JSON] {
        try web.fixture.turn(until: {
            let places = try? web.fixture.call(
                "Nearby", ["latitude": .double(latitude), "longitude": .double(longitude)])
            return places?["neighbors"]?.array?.isEmpty == false
        })
        let found = try web.fixture.call(
            "Nearby", ["latitude": .double(latitude), "longitude": .double(longitude)])
        return found["neighbors"]?.array ?? []
    }

    @Test func `a place within a SIGMET is at distance 0 from it, however far its corners are`() throws {
        let web = try WebFixture(
            "Kind=sigmet\nRefresh=1h\n", in: folder,
            collection(
                sigmet("1", west: 0, from: -60, to: 3600), sigmet("2", west: 40, from: -60, to: 3600),
                sigmet("3", west: 175, from: -60, to: 3600)))
        let found = try neighbors(web, 5, 5)
        #expect(found.first?["distanceMeters"]?.double == 0)
        #expect(found.first?["record"]?["data"]?["seriesId"] == "1")
        let selector: JSON = [
            "near": ["latitude": 5, "longitude": 45, "radiusMeters": 0], "kinds": ["sigmet"],
        ]
        let records = try web.fixture.call("GetSnapshot", ["selector": selector])["records"]?.array ?? []
        #expect(records.map { $0["data"]?["seriesId"] } == ["2"])
        web.fixture.end()
    }

    @Test func `corners in JSON by a definition of the user are an area, too`() throws {
        let corners = [(-5, -5), (-5, 5), (5, 5), (5, -5)].map { #"{"lat":\#($0.0),"lon":\#($0.1)}"# }
        let body = #"[{"id":"a","geom":"AREA","coords":[\#(corners.joined(separator: ","))]}]"#
        let web = try WebFixture(
            "Kind=json\nRefresh=1h\n[Record]\nKey=id\nLocation=coords.0.lat coords.0.lon\n", in: folder,
            .good(body))
        #expect(try neighbors(web, 4, 4).first?["distanceMeters"]?.double == 0)
        web.fixture.end()
    }

    @Test func `a SIGMET begins and ends by the daemon's clock, without a request`() throws {
        let web = try WebFixture(
            "Kind=sigmet\nRefresh=1h\n", in: folder,
            collection(sigmet("1", west: 0, from: 60, to: 120), sigmet("2", west: 0, from: -60, to: 90)))
        #expect(try web.keys.count == 2)
        let heard = try web.fixture.subscribe(["snapshot": false])
        try web.fixture.turn(until: { heard.has("ready") })
        try web.fixture.turn(until: { heard.records.count == 3 })
        let first = "EISN/1/\(UTC(seconds: start + 60))"
        let second = "EISN/2/\(UTC(seconds: start - 60))"
        #expect(heard.records == ["changed \(first)", "removed \(second)", "removed \(first)"])
        #expect(heard.events.first { $0["data"] != nil }?["data"]?["phase"] == "in force")
        #expect(folder.wall <= UTC(seconds: start + 121))
        #expect(web.server.heads.count == 1)
        web.fixture.end()
    }

    @Test func `a pilot report goes when it is older than MaxAge`() throws {
        let report = #"{"obsTime":\#(start - 3500),"lat":1,"lon":2,"fltLvl":"085","rawOb":"ABC UA /OV ABC"}"#
        let web = try WebFixture("Kind=pirep\nRefresh=1h\nMaxAge=1h\n", in: folder, .good("[\(report)]"))
        #expect(try web.keys.count == 1)
        let heard = try web.fixture.subscribe(["snapshot": false])
        try web.fixture.turn(until: { heard.records.count == 1 })
        #expect(try web.keys == [])
        #expect(folder.wall >= UTC(seconds: start + 100) && folder.wall <= UTC(seconds: start + 101))
        #expect(web.server.heads.count == 1)
        web.fixture.end()
    }
}
