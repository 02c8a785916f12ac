import Records
import Testing
import Varlink

/// The events of a subscriber that requests conflated changes.
@Suite(.serialized) struct ConflateTests {
    private let folder = Folder()

    private func start(_ rows: String) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", rows)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        return fixture
    }

    private func put(_ rows: String, _ fixture: LiveDaemon) throws {
        let before = try fixture.call("GetStatus")["cursor"]
        folder.replace("rows.csv", rows)
        try fixture.turn(until: { (try? fixture.call("GetStatus")["cursor"]) != before })
    }

    @Test func `missed changes are conflated into one event per record`() throws {
        let fixture = try start("id,name,city\n1,one,here\n2,two,here\n3,three,here\n4,four,here\n")
        let cursor = try fixture.call("GetStatus")["cursor"] ?? .null
        try put("id,name,city\n1,eins,here\n3,three,here\n5,five,here\n4,quatre,here\n", fixture)
        try put("id,name,city\n1,eins,there\n2,zwei,here\n5,cinq,here\n6,six,here\n4,quatre,here\n", fixture)
        try put("id,name,city\n1,uno,there\n2,zwei,here\n5,cinq,here\n4,four,here\n", fixture)
        let heard = try fixture.subscribe(["since": cursor, "conflate": true])
        try fixture.turn(until: { heard.has("ready") })

        #expect(Set(heard.records) == ["changed 1", "added 2", "removed 3", "added 5"])
        #expect(heard.records.count == 4)
        let changed = heard.events.first { $0["event"] == "changed" }
        #expect(changed?["data"] == ["city": "there", "id": "1", "name": "uno"])
        #expect(changed?["patch"] == ["city": "there", "name": "uno"])
        #expect(changed?["previous"] == ["city": "here", "name": "one"])
        #expect(heard.events.first { $0["key"] == "5" }?["data"]?["name"] == "cinq")
        fixture.end()
    }

    @Test func `only the last of the conflated events advances the cursor`() throws {
        let fixture = try start("id,name\n1,one\n2,two\n")
        let cursor = try fixture.call("GetStatus")["cursor"] ?? .null
        try put("id,name\n1,eins\n2,zwei\n", fixture)
        try put("id,name\n1,uno\n2,due\n", fixture)
        let heard = try fixture.subscribe(["since": cursor, "conflate": true])
        try fixture.turn(until: { heard.has("ready") })
        let cursors = heard.events.filter { $0["event"] == "changed" }.map { $0["cursor"] }
        #expect(cursors == [cursor, try fixture.call("GetStatus")["cursor"]])
        fixture.end()
    }

    @Test func `a conflating subscriber that keeps up receives every change`() throws {
        let fixture = try start("id,name\n1,one\n")
        let heard = try fixture.subscribe(["conflate": true])
        try fixture.turn(until: { heard.has("ready") })
        for (count, name) in ["eins", "uno", "un"].enumerated() {
            folder.replace("rows.csv", "id,name\n1,\(name)\n")
            try fixture.turn(until: { heard.records.count == count + 2 })
        }
        #expect(heard.records == ["snapshot 1", "changed 1", "changed 1", "changed 1"])
        let changes = heard.events.filter { $0["event"] == "changed" }
        #expect(changes.map { $0["previous"]?["name"] } == ["one", "eins", "uno"])
        #expect(changes.last?["cursor"] == (try fixture.call("GetStatus")["cursor"]))
        fixture.end()
    }
}
