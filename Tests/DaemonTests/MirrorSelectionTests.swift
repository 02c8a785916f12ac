import Records
import Testing

/// Links that mirror only some records of the hub's sources.
@Suite(.serialized) struct MirrorSelectionTests {
    @Test func `only records that meet the condition are mirrored, whatever changes`() throws {
        let fleet = try Fleet(rows: "1,one\n2,two\n3,one\n")
        let leaf = try fleet.leaf(mirror: "Sources=rows\nWhere=name = one")
        #expect(try leaf.records(of: ["rows"]).map { $0["key"] } == ["1", "3"])
        let heard = try leaf.subscribe(["snapshot": false])
        try leaf.turn(until: { heard.has("ready") })
        // One begins to meet it, one no longer does, one that does is removed, one that does not changes.
        try fleet.change(to: "1,uno\n2,one\n4,four\n5,five\n", count: 4)
        try leaf.turn(until: { (try? leaf.records(of: ["rows"]))?.map { $0["key"] } == ["2"] })
        #expect(Set(heard.records) == ["removed 1", "added 2", "removed 3"])
        #expect(heard.records.count == 3)
        #expect(
            try leaf.records(of: ["rows"])
                == fleet.hub.records(of: ["rows"]).filter { $0["data"]?["name"] == "one" })
    }

    @Test func `all conditions must hold`() throws {
        let fleet = try Fleet(rows: "1,one\n2,two\n3,one\n")
        let leaf = try fleet.leaf(mirror: "Sources=rows\nWhere=name = one\nWhere=id > 1")
        #expect(try leaf.records(of: ["rows"]).map { $0["key"] } == ["3"])
    }

    @Test func `only records in the circle are mirrored, wherever they move`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf(mirror: "Sources=spots\nNear=60,10 100km")
        #expect(try leaf.records(of: ["spots"]).map { $0["key"] } == ["a"])
        func move(_ rows: String) throws {
            fleet.hubFolder.replace("spots.csv", "id,name,lat,lon\n" + rows)
        }
        try move("a,North,60.5,30\nb,South,60,10.5\n")
        try leaf.turn(until: { (try? leaf.records(of: ["spots"]))?.map { $0["key"] } == ["b"] })
        #expect(try leaf.records(of: ["spots"]) == [fleet.hub.records(of: ["spots"])[1]])
        try move("a,North,60.5,30\n")
        try leaf.turn(until: { (try? leaf.records(of: ["spots"]))?.isEmpty == true })
    }

    @Test func `a leaf that was away has what meets the condition now`() throws {
        let fleet = try Fleet(rows: "1,one\n2,two\n3,one\n")
        let folder = Folder()
        let mirror = "Sources=rows\nWhere=name = one"
        let leaf = try fleet.leaf(on: folder, mirror: mirror)
        leaf.end()
        try fleet.change(to: "1,uno\n2,one\n4,one\n5,five\n", count: 4)
        let again = try fleet.leaf(on: folder, mirror: mirror)
        let keys = try again.records(of: ["rows"]).map { $0["key"] }
        #expect(keys == ["2", "4"])
        let changes = try again.changes(of: "rows").map { $0["event"] }
        #expect(changes.count == 2 + 4)
    }

    @Test func `another condition compares all records`() throws {
        let fleet = try Fleet(rows: "1,one\n2,two\n3,one\n")
        let folder = Folder()
        let leaf = try fleet.leaf(on: folder, mirror: "Sources=rows\nWhere=name = one")
        leaf.end()
        let again = try fleet.leaf(on: folder, mirror: "Sources=rows\nWhere=name = two")
        #expect(try again.records(of: ["rows"]).map { $0["key"] } == ["2"])
    }

    @Test(arguments: ["Where=name = one", "Keys=1", "Near=60,10 100km"])
    func `a source of which records are not mirrored says so`(setting: String) throws {
        let fleet = try Fleet(rows: "1,one\n2,two\n")
        let leaf = try fleet.leaf(mirror: "Sources=rows\n" + setting)
        #expect(try leaf.notes(of: "rows") == ["hub mirrors only some records: Keys=, Where= or Near="])
        leaf.end()
        #expect(try fleet.leaf(mirror: "Sources=rows").notes(of: "rows").isEmpty)
    }

    @Test func `the state of the link has the hub's warning about a member that no record has`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf(mirror: "Sources=rows\nWhere=nam = one")
        #expect(try leaf.notes(of: "hub") == [#"no record of rows has "nam"; did you mean name?"#])
        #expect(try leaf.records(of: ["rows"]).isEmpty)
    }
}
