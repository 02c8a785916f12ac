import Records
import Testing
import Varlink

/// Sources of `Kind=almanac`: a leaf mirrors a hub.
@Suite(.serialized) struct MirrorTests {
    private func areEqual(_ leaf: LiveDaemon, _ hub: LiveDaemon) -> Bool {
        let names = ["rows", "spots"]
        return (try? leaf.records(of: names) == hub.records(of: names)) ?? false
    }

    @Test func `a leaf has the records, titles, positions, times and generations of its hub`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        let records = try leaf.records(of: ["rows", "spots"])
        #expect(records.count == 4)
        #expect(try records == fleet.hub.records(of: ["rows", "spots"]))
        #expect(records.last?["title"] == "South")
        #expect(records.last?["latitude"]?.double == -33)
        #expect(try leaf.description(of: "rows") == fleet.hub.description(of: "rows"))
        #expect(try leaf.runtime(of: "rows")?["health"] == "fresh")
        #expect(try leaf.runtime(of: "rows")?["fetchedUSec"] == fleet.hub.runtime(of: "rows")?["fetchedUSec"])
        #expect(
            try leaf.runtime(of: "rows")?["generation"] == fleet.hub.runtime(of: "rows")?["generation"])
    }

    @Test func `a subscriber of the leaf receives a change with the hub's time, patch and generation`() throws
    {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        let heard = try leaf.subscribe(["snapshot": false])
        let original = try fleet.hub.subscribe(["snapshot": false])
        try leaf.turn(until: { heard.has("ready") && original.has("ready") })
        fleet.hubFolder.replace("rows.csv", "id,name\n1,uno\n3,three\n")
        try leaf.turn(until: { heard.records.count == 3 && original.records.count == 3 })
        #expect(heard.records == original.records)
        for member in ["realtimeUSec", "generation", "data", "patch", "previous"] {
            #expect(
                heard.events.filter { $0["key"] != nil }.map { $0[member] }
                    == original.events.filter { $0["key"] != nil }.map { $0[member] })
        }
        #expect(areEqual(leaf, fleet.hub))
    }

    @Test func `a leaf that was away receives each missed change once, with the hub's history`() throws {
        let fleet = try Fleet()
        let folder = Folder()
        let leaf = try fleet.leaf(on: folder)
        leaf.end()
        try fleet.change(to: "1,uno\n2,two\n3,three\n", count: 3)
        try fleet.change(to: "1,one\n2,two\n", count: 2)
        try fleet.change(to: "1,one\n2,two\n4,four\n", count: 3)
        let again = try fleet.leaf(on: folder)
        #expect(areEqual(again, fleet.hub))
        #expect(try again.changes(of: "rows") == fleet.hub.changes(of: "rows"))
    }

    @Test func `a leaf that resumes without news stores nothing again`() throws {
        let fleet = try Fleet()
        let folder = Folder()
        let leaf = try fleet.leaf(on: folder)
        let before = try leaf.changes(of: "rows")
        leaf.end()
        let again = try fleet.leaf(on: folder)
        #expect(try again.changes(of: "rows") == before)
        #expect(try again.changes(of: "rows").count == 2)
    }

    @Test func `without a connection the leaf serves the last good state and says so`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        fleet.hub.end()
        try leaf.turn(until: "hub", is: "failing")
        #expect(try leaf.records(of: ["rows"]).count == 2)
        #expect(try leaf.runtime(of: "hub")?["failure"]?["reason"] == "connect")
        #expect(try leaf.notes(of: "rows").contains { $0.contains("no connection through hub") })

        try fleet.restartHub()
        try leaf.turn(until: "hub", is: "fresh")
        #expect(try leaf.notes(of: "rows").isEmpty)
        #expect(areEqual(leaf, fleet.hub))
    }

    @Test func `a hub that was replaced is compared, and only real differences are changes`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        let heard = try leaf.subscribe(["snapshot": false])
        try leaf.turn(until: { heard.has("ready") })
        fleet.hub.end()
        fleet.hubFolder.write("rows.csv", "id,name\n2,zwei\n3,three\n")
        try fleet.restartHub(isEmptied: true)
        try fleet.hub.turn(until: "spots", is: "fresh")
        try leaf.turn(until: "hub", is: "failing")
        try leaf.turn(until: "hub", is: "fresh")
        #expect(Set(heard.records) == ["changed 2", "added 3", "removed 1"])
        #expect(heard.records.count == 3)
        let names = ["rows", "spots"]
        #expect(
            try leaf.records(of: names).map { $0["data"] } == fleet.hub.records(of: names).map { $0["data"] })
    }

    @Test func `a definition of the leaf takes the place of the hub's, and the link says so`() throws {
        let fleet = try Fleet()
        let folder = Folder()
        Fleet.define("rows", in: folder)
        folder.write("rows.csv", "id,name\n9,own\n")
        let leaf = try fleet.leaf(on: folder)
        try leaf.turn(until: "rows", is: "fresh")
        #expect(try leaf.records(of: ["rows"]).map { $0["key"] } == ["9"])
        #expect(try leaf.notes(of: "hub") == ["rows is defined on this machine, and that definition is used"])
        #expect(try leaf.records(of: ["spots"]).count == 2)
    }

    @Test func `only the selected sources and keys are mirrored`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf(mirror: "Tags=geo\nKeys=b*")
        #expect(try leaf.records(of: ["*"]).map { $0["key"] } == ["b"])
        #expect(try leaf.runtime(of: "rows") == nil)
    }

    @Test func `a source that the hub adds or removes later is added or removed`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        fleet.hubFolder.write("late.csv", "id,name\n7,seven\n")
        let context: JSON = [
            "name": "late", "kind": "table", "path": .string(fleet.hubFolder.path + "/late.csv"),
            "options": ["Table": ["Delimiter": ","], "Record": ["Key": "id"]],
        ]
        _ = try fleet.hub.call("AddSource", ["context": context])
        try leaf.turn(until: { (try? leaf.records(of: ["late"]))?.count == 1 })
        _ = try fleet.hub.call("RemoveSource", ["name": "late"])
        try leaf.turn(until: { (try? leaf.runtime(of: "late")) == .some(nil) })
        #expect(try leaf.records(of: ["late"]).isEmpty)
    }

    @Test func `a mirrored source cannot be removed on the leaf`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        #expect(leaf.refusal(of: "RemoveSource", ["name": "rows"])?.name == "io.almanac.InvalidSource")
        #expect(areEqual(leaf, fleet.hub))
    }

    @Test func `without its link a mirrored source is paused, and continues with it`() throws {
        let fleet = try Fleet()
        let folder = Folder()
        let leaf = try fleet.leaf(on: folder)
        folder.remove("etc/sources.d/hub.source")
        try leaf.turn(until: "rows", is: "paused")
        #expect(try leaf.records(of: ["rows"]).count == 2)
        try fleet.change(to: "1,one\n", count: 1)
        Fleet.link(folder, to: fleet.hub.socketPath)
        try leaf.turn(until: "rows", is: "fresh")
        try leaf.turn(until: { areEqual(leaf, fleet.hub) })
        // The snapshot does not say why the hub has removed a row meanwhile.
        let changes = try [leaf, fleet.hub].map { daemon in
            try daemon.changes(of: "rows").map { change in
                JSON.object((change.object ?? []).filter { $0.name != "reason" })
            }
        }
        #expect(changes[0] == changes[1])
    }

    @Test func `the leaf forwards a request to refresh`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        let answer = try leaf.call("Refresh", ["selector": ["sources": ["rows"]], "wait": true])
        #expect(answer["started"] == ["rows"])
        #expect(try fleet.hub.runtime(of: "rows")?["steps"] != nil)
    }

    @Test func `without a connection, a request to refresh skips the mirrored sources`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        fleet.hub.end()
        try leaf.turn(until: "hub", is: "failing")
        let answer = try leaf.call("Refresh", ["selector": ["sources": ["rows"]], "wait": true])
        #expect(answer["skipped"] == ["rows"])
        #expect(answer["started"] == [])
    }

    @Test func `a failure at the hub is the same failure at the leaf, and so is the recovery`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        fleet.hubFolder.remove("rows.csv")
        try leaf.turn(until: "rows", is: "failing")
        #expect(try leaf.runtime(of: "rows")?["failure"] == fleet.hub.runtime(of: "rows")?["failure"])
        #expect(try leaf.runtime(of: "hub")?["health"] == "fresh")
        #expect(try leaf.records(of: ["rows"]).count == 2)
        fleet.hubFolder.write("rows.csv", "id,name\n1,one\n2,two\n")
        try leaf.turn(until: "rows", is: "fresh")
        #expect(try leaf.runtime(of: "rows")?["failure"] == nil)
    }

    @Test func `a join of mirrored records follows the hub`() throws {
        let fleet = try Fleet()
        let folder = Folder()
        folder.write(
            "etc/sources.d/both.source",
            "[Source]\nKind=join\n[Join]\nLeft=rows\nRight=rows\nOn=id\nPrefix=other-\n")
        let leaf = try fleet.leaf(on: folder)
        try leaf.turn(until: { (try? leaf.records(of: ["both"]))?.count == 2 })
        try fleet.change(to: "1,one\n2,two\n3,three\n", count: 3)
        try leaf.turn(until: { (try? leaf.records(of: ["both"]))?.count == 3 })
        #expect(areEqual(leaf, fleet.hub))
    }
}
