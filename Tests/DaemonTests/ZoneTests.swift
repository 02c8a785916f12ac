import Glibc
import Records
import TestServer
import Testing

/// Sources of zones in a whole daemon: their areas are fetched, and then apply to alerts.
@Suite(.serialized) struct ZoneTests {
    private let folder = Folder()

    /// Returns a GeoJSON document of zones: each is its members and the west and south of its square of a
    /// degree.
    private func zones(_ zones: (properties: String, west: Int, south: Int)...) -> String {
        let features = zones.map { zone in
            let (west, south) = (zone.west, zone.south)
            let ring =
                "[[\(west),\(south)],[\(west + 1),\(south)],[\(west + 1),\(south + 1)],[\(west),\(south + 1)],"
                + "[\(west),\(south)]]"
            return #"{"type":"Feature","properties":{\#(zone.properties)},"geometry":"#
                + #"{"type":"MultiPolygon","coordinates":[[\#(ring)]]}}"#
        }
        return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    /// A warning of MeteoAlarm that names Paris by its code.
    private let paris = #"""
        {"warnings":[{"alert":{"identifier":"2.49.0.0.250.0.FR.1","sender":"vigilance@meteo.fr",
        "sent":"2027-01-15T07:00:00Z","status":"Actual","msgType":"Alert","info":[{"language":"en-GB",
        "event":"Red wind warning","severity":"Extreme","onset":"2027-01-15T07:00:00Z",
        "expires":"2027-02-15T07:00:00Z","area":[{"areaDesc":"Paris","geocode":
        [{"valueName":"NUTS3","value":"FR101"}]}]}]}}]}
        """#

    /// Enables a definition of `etc/sources.d` whose address is one of a server.
    private func enable(_ name: String, of file: String, at url: String) throws {
        let path = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let text = try #require(Folder(at: path + "/etc/sources.d").read(file + ".source"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("URL=") ? "URL=\(url)\nAllowHTTP=yes\nAllowPrivate=yes" : String(line)
        }
        folder.write("etc/sources.d/\(name).source", lines.joined(separator: "\n"))
    }

    private func keys(at latitude: Double, _ longitude: Double, in web: WebFixture) throws -> [String] {
        let near: JSON = ["latitude": .double(latitude), "longitude": .double(longitude), "radiusMeters": 0]
        let selector: JSON = ["near": near, "kinds": ["alert"]]
        let records = try web.fixture.call("GetSnapshot", ["selector": selector])["records"]?.array ?? []
        return records.compactMap { $0["key"]?.string }
    }

    private func notes(_ web: WebFixture) throws -> [String] {
        (try web.runtime["notes"]?.array ?? []).compactMap(\.string)
    }

    private let settings =
        "Kind=alert\nRefresh=1h\n[Alert]\nZones=EMMA_ID:zones-europe NUTS3:zones-nuts-2013@3 NUTS2:zones-nuts-2013@2\n"

    @Test func `a warning applies to a place as soon as the areas of its zones are fetched`() throws {
        let web = try WebFixture(settings, in: folder, .good(paris))
        #expect(try keys(at: 48.85, 2.35, in: web).isEmpty)
        #expect(
            try notes(web) == [
                "1 code of a zone has no area (NUTS3: FR101)",
                "places are not compared: zones-nuts-2013@3 has no data",
            ])
        let regions = zones(
            (#""NUTS_ID":"FR101","NUTS_NAME":"Paris","CNTR_CODE":"FR","LEVL_CODE":3"#, 2, 48),
            (#""NUTS_ID":"FR102","NUTS_NAME":"Seine-et-Marne","CNTR_CODE":"FR","LEVL_CODE":3"#, 3, 48))
        web.server.script = { $0.contains("/nuts") ? [.good(regions)] : [.good(paris)] }
        let count = web.server.heads.count
        try enable("zones-nuts-2013@3", of: "zones-nuts-2013@", at: web.server.url("/nuts"))
        try web.fixture.turn(until: { (try? keys(at: 48.85, 2.35, in: web))?.isEmpty == false })
        #expect(try keys(at: 48.85, 2.35, in: web) == ["2.49.0.0.250.0.FR.1"])
        #expect(try keys(at: 48.85, 3.35, in: web).isEmpty)
        #expect(try notes(web).isEmpty)
        // The warnings were decoded once more, not fetched.
        #expect(web.server.heads.dropFirst(count).allSatisfy { $0.contains("/nuts") })
        let titles = try web.fixture.call("GetSnapshot", ["selector": ["tags": ["zones"]]])["records"]?.array
        #expect(titles?.compactMap { $0["title"]?.string } == ["Paris", "Seine-et-Marne"])
        web.fixture.end()
    }

    @Test func `a code of two areas in one table is not used`() throws {
        let regions = zones(
            (#""code":"FR101","name":"Paris","country":"FR""#, 2, 48),
            (#""code":"FR101","name":"Cork","country":"IE""#, 10, 10),
            (#""code":"FR102","name":"Alone","country":"FR""#, 12, 12))
        let warning = paris.split(separator: "NUTS3").joined(separator: "EMMA_ID")
        let web = try WebFixture(settings, in: folder, .good(warning))
        web.server.script = { $0.contains("/emma") ? [.good(regions)] : [.good(warning)] }
        try enable("zones-europe", of: "zones-europe", at: web.server.url("/emma"))
        try web.fixture.turn(until: "zones-europe", is: "fresh")
        try web.fixture.turn(until: { (try? notes(web))?.first?.contains("several") == true })
        #expect(
            try notes(web) == [
                "1 code of a zone stands for several areas, not used (EMMA_ID: FR101)"
            ])
        #expect(try keys(at: 48.85, 2.35, in: web).isEmpty && keys(at: 10.5, 10.5, in: web).isEmpty)
        web.fixture.end()
    }

    @Test func `without its zones, a warning applies nowhere again`() throws {
        let regions = zones((#""NUTS_ID":"FR101","NUTS_NAME":"Paris""#, 2, 48))
        folder.replace("nuts.json", regions)
        folder.write(
            "etc/sources.d/zones-nuts-2013@3.source",
            "[Source]\nKind=json\nPath=\(folder.path)/nuts.json\n[JSON]\nPointer=/features\n[Record]\n"
                + "Key=/properties/NUTS_ID\n")
        let web = try WebFixture(settings, in: folder, .good(paris))
        try web.fixture.turn(until: { (try? keys(at: 48.85, 2.35, in: web))?.isEmpty == false })
        folder.replace("nuts.json", zones((#""NUTS_ID":"FR102","NUTS_NAME":"Other""#, 2, 48)))
        try web.fixture.turn(until: { (try? keys(at: 48.85, 2.35, in: web))?.isEmpty == true })
        #expect(try notes(web) == ["1 code of a zone has no area (NUTS3: FR101)"])
        web.fixture.end()
    }
}
