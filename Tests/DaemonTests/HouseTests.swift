import Daemon
import Records
import Testing
import Varlink

@Suite(.serialized) struct HouseTests {
    private let folder = Folder()

    private func define(_ name: String = "rows", _ more: String = "") {
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\nKind=table\nPath=\(folder.path)/\(name).csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
                + more)
    }

    private func file(_ name: String) -> String { folder.read(name) ?? "" }

    @Test func `a watched file becomes records, events and a published file`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n2,two\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        let heard = try house.subscribe()
        try house.turn(until: { heard.has("ready") })
        #expect(heard.events.first?["event"] == "subscribed")
        #expect(heard.records == ["snapshot 1", "snapshot 2"])

        folder.replace("rows.csv", "id,name\n1,one\n2,zwei\n3,drei\n")
        try house.turn(until: { heard.records.count == 4 })
        #expect(heard.records.suffix(2) == ["changed 2", "added 3"])
        let changed = heard.events.first { $0["event"] == "changed" }
        #expect(changed?["data"] == ["id": "2", "name": "zwei"])
        #expect(changed?["patch"] == ["name": "zwei"])
        #expect(changed?["previous"] == ["name": "two"])
        #expect(changed?["paths"] == ["/name"])
        try house.turn(until: { file("state/rows.json").contains("drei") })
        let published = try JSON(parsing: Array(file("state/rows.json").utf8))
        #expect(published["cursor"]?.string == heard.cursor)
        #expect(published["records"]?.array?.compactMap { $0["key"]?.string } == ["1", "2", "3"])
        house.end()
    }

    @Test func `a cursor from before a restart gives exactly what was missed`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n2,two\n")
        let first = try LiveHouse(folder)
        try first.turn(until: "rows", is: "fresh")
        let cursor = try first.call("GetStatus")["cursor"]?.string ?? ""
        folder.replace("rows.csv", "id,name\n2,zwei\n")
        try first.turn(until: { file("state/rows.json").contains("zwei") })
        first.end()

        let second = try LiveHouse(folder)
        let heard = try second.subscribe(["since": .string(cursor)])
        try second.turn(until: { heard.has("ready") })
        #expect(heard.records == ["removed 1", "changed 2"])
        #expect(heard.events.compactMap { $0["event"]?.string }.last == "ready")
        second.end()
    }

    @Test func `a cursor from within a snapshot begins with the snapshot again`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        let first = try house.subscribe()
        try house.turn(until: { first.has("ready") })
        let inside = first.events.first { $0["event"] == "snapshot" }?["cursor"] ?? .null
        let again = try house.subscribe(["since": inside])
        try house.turn(until: { again.has("ready") })
        #expect(again.records == ["snapshot 1"])
        let after = try house.subscribe(["since": .string(first.cursor)])
        try house.turn(until: { after.has("ready") })
        #expect(after.records == [])
        house.end()
    }

    @Test func `a cursor of another log or ahead of this one is expired`() throws {
        let house = try LiveHouse(folder)
        for cursor in ["0123456789abcdef.0", "nonsense.999999"] {
            #expect(throws: VarlinkError.self) { try house.call("Subscribe", ["since": .string(cursor)]) }
            let heard = try house.subscribe(["since": .string(cursor)])
            try house.turn(until: { heard.client.isClosed || !heard.has("subscribed") })
            #expect(!heard.has("ready"))
        }
        house.end()
    }

    @Test func `a file that goes wrong keeps the last good records, and comes back`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        for (text, reason) in [
            ("<html>503</html>", "content"), ("", "empty"), ("no,such,columns\n1,2,3\n", "shape"),
        ] {
            folder.replace("rows.csv", text)
            try house.turn(until: "rows", is: "failing")
            try house.turn(until: {
                (try? house.runtime(of: "rows"))??["failure"]?["reason"]?.string == reason
            })
            #expect(try house.call("GetSnapshot")["records"]?.array?.count == 1)
        }
        folder.remove("rows.csv")
        try house.turn(until: { (try? house.runtime(of: "rows"))??["failure"]?["reason"]?.string == "file" })
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try house.turn(until: "rows", is: "fresh")
        #expect(try house.call("GetSnapshot")["records"]?.array?.count == 2)
        house.end()
    }

    @Test func `a page that much data fills before the limit does is followed by the others`() throws {
        define()
        let text = String(repeating: "x", count: 10_000)
        folder.write("rows.csv", "id,text\n" + (1...250).map { "\($0),\(text)\n" }.joined())
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        var (keys, next, pages): (Set<String>, JSON?, Int) = ([], nil, 0)
        repeat {
            let page = try house.call("GetSnapshot", .members(["next": next]))
            keys.formUnion((page["records"]?.array ?? []).compactMap { $0["key"]?.string })
            (next, pages) = (page["next"], pages + 1)
        } while next != nil
        #expect(keys.count == 250 && pages > 2)
        house.end()
    }

    @Test func `a document renamed into incoming is the source's answer, and is unlinked`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        folder.replace("state/incoming/rows", "id,name\n1,eins\n")
        try house.turn(until: { file("state/rows.json").contains("eins") })
        try house.turn(until: { folder.read("state/incoming/rows") == nil })
        house.end()
    }

    @Test func `a published file that others alter or delete is written again`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let house = try LiveHouse(folder)
        try house.turn(until: { file("state/rows.json").contains("one") })
        try house.turn(until: "rows", is: "fresh")
        let good = file("state/rows.json")
        folder.write("state/rows.json", "{}")
        try house.turn(until: { file("state/rows.json") == good })
        folder.remove("state/rows.json")
        try house.turn(until: { file("state/rows.json") == good })
        house.end()
    }

    @Test func `a changed definition reads the kept document anew, without the file`() throws {
        define()
        folder.write("rows.csv", "id,count\n1,7\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        folder.remove("rows.csv")
        try house.turn(until: "rows", is: "failing")
        define("rows", "Number=count\n")
        try house.turn(until: { file("state/rows.json").contains(#""count":7"#) })
        house.end()
    }

    @Test func `a large file is not kept beside itself: a changed definition reads it where it lies`() throws
    {
        define()
        let rows = (0..<40).map { "\($0),7,\(String(repeating: "x", count: 32_768))\n" }.joined()
        folder.write("rows.csv", "id,count,filling\n" + rows)
        let house = try LiveHouse(folder)
        try house.turn(until: { file("state/rows.json").contains(#""count":"7""#) })
        #expect(folder.names(in: "state/private/documents").allSatisfy { $0.hasPrefix(".") })
        define("rows", "Number=count\n")
        try house.turn(until: { file("state/rows.json").contains(#""count":7"#) })
        #expect(try house.runtime(of: "rows")?["health"]?.string == "fresh")
        house.end()
    }

    @Test func `a definition that goes pauses its source, one that is broken leaves it running`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        folder.write("etc/sources.d/rows.source", "[Source]\nKind=table\nRefresh=soon\n")
        define("other")
        try house.turn(until: "other", is: "empty")
        #expect(try house.runtime(of: "rows")?["health"] == "fresh")
        folder.remove("etc/sources.d/rows.source")
        try house.turn(until: "rows", is: "paused")
        #expect(try house.call("GetSnapshot")["records"]?.array?.count == 1)
        house.end()
    }

    @Test func `a damaged database ends the daemon, is set aside, and is begun anew`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,quite-some-name\n")
        let first = try LiveHouse(folder)
        try first.turn(until: "rows", is: "fresh")
        first.end()
        folder.alter("state/private/almanac.db", "quite-some-name", to: "quite-other-nam")

        let second = try LiveHouse(folder)
        _ = try second.subscribe()
        try second.turnUntilEnded()
        second.end()

        let third = try LiveHouse(folder)
        try third.turn(until: "rows", is: "fresh")
        #expect(try third.call("GetSnapshot")["records"]?.array?.count == 1)
        #expect(folder.names(in: "state/private").contains { $0.hasPrefix("almanac.db.damaged-") })
        third.end()
    }
}
