import Daemon
import Feeds
import Fetching
import Records
import Testing
import Varlink

@Suite(.serialized) struct CompositionTests {
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
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        #expect(heard.events.first?["event"] == "subscribed")
        #expect(heard.records == ["snapshot 1", "snapshot 2"])

        folder.replace("rows.csv", "id,name\n1,one\n2,zwei\n3,drei\n")
        try fixture.turn(until: { heard.records.count == 4 })
        #expect(heard.records.suffix(2) == ["changed 2", "added 3"])
        let changed = heard.events.first { $0["event"] == "changed" }
        #expect(changed?["data"] == ["id": "2", "name": "zwei"])
        #expect(changed?["patch"] == ["name": "zwei"])
        #expect(changed?["previous"] == ["name": "two"])
        #expect(changed?["paths"] == ["/name"])
        try fixture.turn(until: { file("state/rows.json").contains("drei") })
        let published = try JSON(parsing: Array(file("state/rows.json").utf8))
        #expect(published["cursor"]?.string == heard.cursor)
        #expect(published["records"]?.array?.compactMap { $0["key"]?.string } == ["1", "2", "3"])
        fixture.end()
    }

    @Test func `a table of which no row has a position any more says so`() throws {
        define("rows", "Location=lat lon\n")
        folder.write("rows.csv", "id,lat,lon\n1,43.5,-70.25\n2,,\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        func notes() throws -> JSON? { try fixture.runtime(of: "rows")?["notes"] }
        #expect(try notes() == nil)
        folder.replace("rows.csv", "id,latitude,lon\n1,43.5,-70.25\n2,,\n")
        try fixture.turn(until: { (try? notes()) != nil })
        #expect(try notes() == ["no record has a position: Location=lat lon"])
        fixture.end()
    }

    @Test func `an event has the position of its record`() throws {
        define("rows", "Location=lat lon\n")
        folder.write("rows.csv", "id,lat,lon\n1,43.5,-70.25\n2,,\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        folder.replace("rows.csv", "id,lat,lon\n1,44.5,-70.25\n2,,\n3,1,2\n")
        try fixture.turn(until: { heard.records.count == 4 })
        let places = heard.events.filter { $0["key"] != nil }.map { [$0["latitude"], $0["longitude"]] }
        #expect(places == [[43.5, -70.25], [nil, nil], [44.5, -70.25], [1, 2]])
        fixture.end()
    }

    @Test func `the status names the libraries and their versions`() throws {
        let fixture = try LiveDaemon(folder)
        // Which others are loaded depends on the tests that ran before.
        let http = try #require(HTTPLibrary.version(loads: true))
        let xml = try #require(XMLLibrary.version(loads: true))
        #expect(http.contains("HTTP/2"))
        #expect(xml.hasPrefix("2.") && xml.filter { $0 == "." }.count == 2)
        let libraries = try fixture.call("GetStatus")["libraries"]
        let names = libraries?.object?.map(\.name) ?? []
        #expect(names == ["libcurl", "libsystemd", "libxml2", "sqlite", "tzdata", "zlib"])
        #expect(libraries?["libcurl"]?.string == http && libraries?["libxml2"]?.string == xml)
        for name in ["sqlite", "tzdata", "zlib"] {
            #expect(libraries?[name]?.string?.first?.isNumber == true)
        }
        fixture.end()
    }

    @Test func `a cursor from before a restart returns exactly the missed changes`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n2,two\n")
        let first = try LiveDaemon(folder)
        try first.turn(until: "rows", is: "fresh")
        let cursor = try first.call("GetStatus")["cursor"]?.string ?? ""
        folder.replace("rows.csv", "id,name\n2,zwei\n")
        try first.turn(until: { file("state/rows.json").contains("zwei") })
        first.end()

        let second = try LiveDaemon(folder)
        let heard = try second.subscribe(["since": .string(cursor)])
        try second.turn(until: { heard.has("ready") })
        #expect(heard.records == ["removed 1", "changed 2"])
        #expect(heard.events.compactMap { $0["event"]?.string }.last == "ready")
        second.end()
    }

    @Test func `a cursor from within a snapshot starts the snapshot again`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        let first = try fixture.subscribe()
        try fixture.turn(until: { first.has("ready") })
        let inside = first.events.first { $0["event"] == "snapshot" }?["cursor"] ?? .null
        let again = try fixture.subscribe(["since": inside])
        try fixture.turn(until: { again.has("ready") })
        #expect(again.records == ["snapshot 1"])
        let after = try fixture.subscribe(["since": .string(first.cursor)])
        try fixture.turn(until: { after.has("ready") })
        #expect(after.records == [])
        fixture.end()
    }

    @Test func `a cursor of another log or ahead of this one has expired`() throws {
        let fixture = try LiveDaemon(folder)
        for cursor in ["0123456789abcdef.0", "nonsense.999999"] {
            #expect(throws: VarlinkError.self) { try fixture.call("Subscribe", ["since": .string(cursor)]) }
            let heard = try fixture.subscribe(["since": .string(cursor)])
            try fixture.turn(until: { heard.client.isClosed || !heard.has("subscribed") })
            #expect(!heard.has("ready"))
        }
        fixture.end()
    }

    @Test func `a file that becomes invalid keeps the last good records, and recovers`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        for (text, reason) in [
            ("<html>503</html>", "content"), ("", "empty"), ("no,such,columns\n1,2,3\n", "shape"),
        ] {
            folder.replace("rows.csv", text)
            try fixture.turn(until: "rows", is: "failing")
            try fixture.turn(until: {
                (try? fixture.runtime(of: "rows"))??["failure"]?["reason"]?.string == reason
            })
            #expect(try fixture.call("GetSnapshot")["records"]?.array?.count == 1)
        }
        folder.remove("rows.csv")
        try fixture.turn(until: {
            (try? fixture.runtime(of: "rows"))??["failure"]?["reason"]?.string == "file"
        })
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try fixture.turn(until: "rows", is: "fresh")
        #expect(try fixture.call("GetSnapshot")["records"]?.array?.count == 2)
        fixture.end()
    }

    @Test func `a page that ends early because of its size is followed by the others`() throws {
        define()
        let text = String(repeating: "x", count: 10_000)
        folder.write("rows.csv", "id,text\n" + (1...250).map { "\($0),\(text)\n" }.joined())
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        var (keys, next, pages): (Set<String>, JSON?, Int) = ([], nil, 0)
        repeat {
            let page = try fixture.call("GetSnapshot", .members(["next": next]))
            keys.formUnion((page["records"]?.array ?? []).compactMap { $0["key"]?.string })
            next = page["next"]
            pages = pages + 1
        } while next != nil
        #expect(keys.count == 250 && pages > 2)
        fixture.end()
    }

    @Test func `a document renamed into incoming becomes the source's document, and is unlinked`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        folder.replace("state/incoming/rows", "id,name\n1,eins\n")
        try fixture.turn(until: { file("state/rows.json").contains("eins") })
        try fixture.turn(until: { folder.read("state/incoming/rows") == nil })
        fixture.end()
    }

    @Test func `a published file that other programs modify or delete is written again`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { file("state/rows.json").contains("one") })
        try fixture.turn(until: "rows", is: "fresh")
        let good = file("state/rows.json")
        folder.write("state/rows.json", "{}")
        try fixture.turn(until: { file("state/rows.json") == good })
        folder.remove("state/rows.json")
        try fixture.turn(until: { file("state/rows.json") == good })
        fixture.end()
    }

    @Test func `a changed definition decodes the kept document again, without the file`() throws {
        define()
        folder.write("rows.csv", "id,count\n1,7\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        folder.remove("rows.csv")
        try fixture.turn(until: "rows", is: "failing")
        define("rows", "Number=count\n")
        try fixture.turn(until: { file("state/rows.json").contains(#""count":7"#) })
        fixture.end()
    }

    @Test func `a large local file is not copied, and a changed definition decodes it in place`() throws {
        define()
        let rows = (0..<40).map { "\($0),7,\(String(repeating: "x", count: 32_768))\n" }.joined()
        folder.write("rows.csv", "id,count,filling\n" + rows)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: { file("state/rows.json").contains(#""count":"7""#) })
        #expect(folder.names(in: "state/private/documents").allSatisfy { $0.hasPrefix(".") })
        define("rows", "Number=count\n")
        try fixture.turn(until: { file("state/rows.json").contains(#""count":7"#) })
        #expect(try fixture.runtime(of: "rows")?["health"]?.string == "fresh")
        fixture.end()
    }

    @Test func `a removed definition pauses its source, and an invalid one leaves it running`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        folder.write("etc/sources.d/rows.source", "[Source]\nKind=table\nRefresh=soon\n")
        define("other")
        try fixture.turn(until: "other", is: "empty")
        #expect(try fixture.runtime(of: "rows")?["health"] == "fresh")
        folder.remove("etc/sources.d/rows.source")
        try fixture.turn(until: "rows", is: "paused")
        #expect(try fixture.call("GetSnapshot")["records"]?.array?.count == 1)
        fixture.end()
    }

    @Test func `a damaged database ends the daemon, is set aside, and is replaced by a new one`() throws {
        define()
        folder.write("rows.csv", "id,name\n1,quite-some-name\n")
        let first = try LiveDaemon(folder)
        try first.turn(until: "rows", is: "fresh")
        // Otherwise the next run finds the damage when it indexes the record, before anyone subscribes.
        _ = try first.call("Search", ["text": "name"])
        first.end()
        folder.alter("state/private/almanac.db", "quite-some-name", to: "quite-other-nam")

        let second = try LiveDaemon(folder)
        _ = try second.subscribe()
        try second.turnUntilEnded()
        second.end()

        let third = try LiveDaemon(folder)
        try third.turn(until: "rows", is: "fresh")
        #expect(try third.call("GetSnapshot")["records"]?.array?.count == 1)
        #expect(folder.names(in: "state/private").contains { $0.hasPrefix("almanac.db.damaged-") })
        third.end()
    }
}
