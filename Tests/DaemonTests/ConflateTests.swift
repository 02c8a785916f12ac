import Records
import Testing
import Varlink

/// What a reader hears that wants changes joined which it has not taken.
@Suite(.serialized) struct ConflateTests {
    private let folder = Folder()

    private func start(_ rows: String) throws -> LiveHouse {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        folder.write("rows.csv", rows)
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        return house
    }

    private func put(_ rows: String, _ house: LiveHouse) throws {
        let before = try house.call("GetStatus")["cursor"]
        folder.replace("rows.csv", rows)
        try house.turn(until: { (try? house.call("GetStatus")["cursor"]) != before })
    }

    @Test func `what was missed is joined to one event a record, from the first state to the last`() throws {
        let house = try start("id,name,city\n1,one,here\n2,two,here\n3,three,here\n4,four,here\n")
        let cursor = try house.call("GetStatus")["cursor"] ?? .null
        try put("id,name,city\n1,eins,here\n3,three,here\n5,five,here\n4,quatre,here\n", house)
        try put("id,name,city\n1,eins,there\n2,zwei,here\n5,cinq,here\n6,six,here\n4,quatre,here\n", house)
        try put("id,name,city\n1,uno,there\n2,zwei,here\n5,cinq,here\n4,four,here\n", house)
        let heard = try house.subscribe(["since": cursor, "conflate": true])
        try house.turn(until: { heard.has("ready") })

        #expect(Set(heard.records) == ["changed 1", "added 2", "removed 3", "added 5"])
        #expect(heard.records.count == 4)
        let changed = heard.events.first { $0["event"] == "changed" }
        #expect(changed?["data"] == ["city": "there", "id": "1", "name": "uno"])
        #expect(changed?["patch"] == ["city": "there", "name": "uno"])
        #expect(changed?["previous"] == ["city": "here", "name": "one"])
        #expect(heard.events.first { $0["key"] == "5" }?["data"]?["name"] == "cinq")
        house.end()
    }

    @Test func `only the last of the joined events bears a cursor that needs nothing before it`() throws {
        let house = try start("id,name\n1,one\n2,two\n")
        let cursor = try house.call("GetStatus")["cursor"] ?? .null
        try put("id,name\n1,eins\n2,zwei\n", house)
        try put("id,name\n1,uno\n2,due\n", house)
        let heard = try house.subscribe(["since": cursor, "conflate": true])
        try house.turn(until: { heard.has("ready") })
        let cursors = heard.events.filter { $0["event"] == "changed" }.map { $0["cursor"] }
        #expect(cursors == [cursor, try house.call("GetStatus")["cursor"]])
        house.end()
    }

    @Test func `a reader that keeps up hears every change as it is`() throws {
        let house = try start("id,name\n1,one\n")
        let heard = try house.subscribe(["conflate": true])
        try house.turn(until: { heard.has("ready") })
        for (count, name) in ["eins", "uno", "un"].enumerated() {
            folder.replace("rows.csv", "id,name\n1,\(name)\n")
            try house.turn(until: { heard.records.count == count + 2 })
        }
        #expect(heard.records == ["snapshot 1", "changed 1", "changed 1", "changed 1"])
        let changes = heard.events.filter { $0["event"] == "changed" }
        #expect(changes.map { $0["previous"]?["name"] } == ["one", "eins", "uno"])
        #expect(changes.last?["cursor"] == (try house.call("GetStatus")["cursor"]))
        house.end()
    }
}
