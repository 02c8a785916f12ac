import Daemon
import Records
import Systemd
import Testing
import Varlink

@Suite(.serialized) struct NearTests {
    private let folder = Folder()
    /// A selector for London and 100 km around it.
    private let london: JSON = ["near": ["latitude": 51.5, "longitude": -0.1, "radiusMeters": 100_000]]

    private func write(_ rows: String...) {
        folder.replace("places.csv", "id,name,lat,lon\n" + rows.map { $0 + "\n" }.joined())
    }

    /// A daemon with the records London, Paris, and one without a position.
    private func fixture() throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/places.source",
            "[Source]\nKind=table\nPath=\(folder.path)/places.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
                + "Number=lat lon\nLocation=lat lon\nOmit=lat lon\n")
        write("london,a,51.5,-0.12", "paris,a,48.86,2.35", "nowhere,a,,")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "places", is: "fresh")
        return fixture
    }

    private func follow(_ fixture: LiveDaemon, _ parameters: JSON = .object([])) throws -> Heard {
        let members = [JSON.Member("selector", london)] + (parameters.object ?? [])
        let heard = try fixture.subscribe(.object(members))
        try fixture.turn(until: { heard.has("ready") })
        return heard
    }

    @Test func `a snapshot contains the records in the circle`() throws {
        let fixture = try fixture()
        let records = try fixture.call("GetSnapshot", ["selector": london])["records"]?.array ?? []
        #expect(records.map { $0["key"] } == ["london"])
        fixture.end()
    }

    @Test func `the number of records without a position is known, also after a start`() throws {
        let first = try fixture()
        #expect(try first.runtime(of: "places")?["unplaced"] == 1)
        first.end()
        let second = try LiveDaemon(folder)
        #expect(try second.runtime(of: "places")?["unplaced"] == 1)
        write("london,a,51.5,-0.12")
        try second.turn(until: { try second.runtime(of: "places")?["records"] == 1 })
        #expect(try second.runtime(of: "places")?["unplaced"] == nil)
        second.end()
    }

    @Test func `changes are sent for records that are in the circle, enter it or leave it`()
        throws
    {
        let fixture = try fixture()
        let heard = try follow(fixture)
        #expect(heard.records == ["snapshot london"])
        write("london,b,51.5,-0.12", "paris,b,48.86,2.35", "nowhere,b,,", "leeds,b,53.8,-1.55")
        write("london,b,51.5,-0.12", "paris,c,51.4,-0.2", "nowhere,b,,", "leeds,b,53.8,-1.55")
        try fixture.turn(until: { heard.records.contains("changed paris") })
        write("london,d,48.86,2.35", "paris,c,51.4,-0.2", "leeds,b,53.8,-1.55")
        try fixture.turn(until: { heard.events.contains { $0["data"]?["name"] == "d" } })
        write("london,e,48.86,2.35")
        try fixture.turn(until: { heard.records.contains("removed paris") })
        let told = heard.records.filter { !$0.hasSuffix("nowhere") && !$0.hasSuffix("leeds") }
        #expect(told == heard.records)
        #expect(told.last == "removed paris" && !heard.events.contains { $0["data"]?["name"] == "e" })
        fixture.end()
    }

    @Test(arguments: [false, true])
    func `a subscriber that resumes receives what entered or left the circle`(_ conflates: Bool) throws {
        let fixture = try fixture()
        let cursor = try follow(fixture).cursor
        write("london,b,48.86,2.35", "paris,b,51.4,-0.2", "nowhere,b,,", "leeds,b,53.8,-1.55")
        let all = try fixture.subscribe(["since": .string(cursor)])
        try fixture.turn(until: { all.records.count == 4 })
        write("london,c,48.8,2.3", "paris,c,51.4,-0.2", "nowhere,b,,")
        try fixture.turn(until: { all.records.count == 7 })
        let heard = try follow(fixture, ["since": .string(cursor), "conflate": .bool(conflates)])
        let wanted =
            conflates
            ? ["changed london", "changed paris"] : ["changed london", "changed paris", "changed paris"]
        #expect(heard.records == wanted)
        fixture.end()
    }

    @Test func `a subscriber that resumes receives the removal of a record in the circle`() throws {
        let fixture = try fixture()
        let cursor = try follow(fixture).cursor
        write("nowhere,a,,")
        let all = try fixture.subscribe(["since": .string(cursor)])
        try fixture.turn(until: { all.records.count == 2 })
        #expect(try follow(fixture, ["since": .string(cursor)]).records == ["removed london"])
        fixture.end()
    }
}
