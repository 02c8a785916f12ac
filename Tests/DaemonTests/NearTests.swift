import Daemon
import Records
import Systemd
import Testing
import Varlink

@Suite(.serialized) struct NearTests {
    private let folder = Folder()
    /// London and 100 km around it.
    private let london: JSON = ["near": ["latitude": 51.5, "longitude": -0.1, "radiusMeters": 100_000]]

    private func write(_ rows: String...) {
        folder.replace("places.csv", "id,name,lat,lon\n" + rows.map { $0 + "\n" }.joined())
    }

    /// A house of London, Paris, and something that is nowhere.
    private func house() throws -> LiveHouse {
        folder.write(
            "etc/sources.d/places.source",
            "[Source]\nKind=table\nPath=\(folder.path)/places.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
                + "Number=lat lon\nLocation=lat lon\nOmit=lat lon\n")
        write("london,a,51.5,-0.12", "paris,a,48.86,2.35", "nowhere,a,,")
        let house = try LiveHouse(folder)
        try house.turn(until: "places", is: "fresh")
        return house
    }

    private func follow(_ house: LiveHouse, _ parameters: JSON = .object([])) throws -> Heard {
        let members = [JSON.Member("selector", london)] + (parameters.object ?? [])
        let heard = try house.subscribe(.object(members))
        try house.turn(until: { heard.has("ready") })
        return heard
    }

    @Test func `a snapshot has the records in the circle`() throws {
        let house = try house()
        let records = try house.call("GetSnapshot", ["selector": london])["records"]?.array ?? []
        #expect(records.map { $0["key"] } == ["london"])
        house.end()
    }

    @Test func `changes are told of records in the circle, and of those that come into it or leave it`()
        throws
    {
        let house = try house()
        let heard = try follow(house)
        #expect(heard.records == ["snapshot london"])
        write("london,b,51.5,-0.12", "paris,b,48.86,2.35", "nowhere,b,,", "leeds,b,53.8,-1.55")
        write("london,b,51.5,-0.12", "paris,c,51.4,-0.2", "nowhere,b,,", "leeds,b,53.8,-1.55")
        try house.turn(until: { heard.records.contains("changed paris") })
        write("london,d,48.86,2.35", "paris,c,51.4,-0.2", "leeds,b,53.8,-1.55")
        try house.turn(until: { heard.events.contains { $0["data"]?["name"] == "d" } })
        write("london,e,48.86,2.35")
        try house.turn(until: { heard.records.contains("removed paris") })
        let told = heard.records.filter { !$0.hasSuffix("nowhere") && !$0.hasSuffix("leeds") }
        #expect(told == heard.records)
        #expect(told.last == "removed paris" && !heard.events.contains { $0["data"]?["name"] == "e" })
        house.end()
    }

    @Test(arguments: [false, true])
    func `who was away is told what came into the circle and what left it`(_ conflates: Bool) throws {
        let house = try house()
        let cursor = try follow(house).cursor
        write("london,b,48.86,2.35", "paris,b,51.4,-0.2", "nowhere,b,,", "leeds,b,53.8,-1.55")
        let all = try house.subscribe(["since": .string(cursor)])
        try house.turn(until: { all.records.count == 4 })
        write("london,c,48.8,2.3", "paris,c,51.4,-0.2", "nowhere,b,,")
        try house.turn(until: { all.records.count == 7 })
        let heard = try follow(house, ["since": .string(cursor), "conflate": .bool(conflates)])
        let wanted =
            conflates
            ? ["changed london", "changed paris"] : ["changed london", "changed paris", "changed paris"]
        #expect(heard.records == wanted)
        house.end()
    }

    @Test func `the removal of what was in the circle is told to who was away`() throws {
        let house = try house()
        let cursor = try follow(house).cursor
        write("nowhere,a,,")
        let all = try house.subscribe(["since": .string(cursor)])
        try house.turn(until: { all.records.count == 2 })
        #expect(try follow(house, ["since": .string(cursor)]).records == ["removed london"])
        house.end()
    }
}
