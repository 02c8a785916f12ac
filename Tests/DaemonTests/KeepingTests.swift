import Reactive
import Records
import Systemd
import Testing

/// The data that are stored for a source, and the part of its history that is shown.
@Suite(.serialized) struct KeepingTests {
    private let folder = Folder()

    private func define(_ settings: String, _ record: String = "") {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n\(settings)\n[Table]\nDelimiter=,\n[Record]\nKey=id\n\(record)"
        )
    }

    @Test func `without Cache only records are on disk, and a changed definition fetches again`() throws {
        define("Cache=no")
        folder.write("rows.csv", "id,count\n1,7\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        #expect(folder.names(in: "state/private/documents").allSatisfy { $0.hasPrefix(".") })
        #expect(!folder.names(in: "state").contains("rows.json"))
        define("Cache=no", "Number=count\n")
        try fixture.turn(until: {
            (try? fixture.call("GetSnapshot")["records"]?.array?.first?["data"]?["count"]) == 7
        })
        fixture.end()
    }

    @Test func `a document that was not kept is fetched in full to be decoded differently`() throws {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        server.answer = { question in
            question.head.lowercased().contains("if-none-match")
                ? WebServer.Reply(status: "304 Not Modified")
                : WebServer.Reply(headers: [#"ETag: "1""#], body: "id,count\n1,7\n")
        }
        let define = { [folder] (record: String) in
            folder.write(
                "etc/sources.d/rows.source",
                "[Source]\nKind=table\nURL=\(server.url("/rows.csv"))\nAllowHTTP=yes\nAllowPrivate=yes\nCache=no\n"
                    + "[Table]\nDelimiter=,\n[Record]\nKey=id\n\(record)")
        }
        define("")
        let fixture = try LiveDaemon(folder, on: loop)
        try fixture.turn(until: "rows", is: "fresh")
        define("Number=count\n")
        try fixture.turn(until: {
            (try? fixture.call("GetSnapshot")["records"]?.array?.first?["data"]?["count"]) == 7
        })
        #expect(server.questions.count == 2)
        fixture.end()
    }

    @Test func `the published file is written at most once in the time of Publish`() throws {
        let clock = ManualScheduler()
        define("Refresh=7d\nPublish=1h")
        folder.write("rows.csv", "id,count\n1,7\n")
        let fixture = try LiveDaemon(folder, clock: clock)
        func isPublished(_ count: Int) -> Bool {
            folder.read("state/rows.json")?.contains(#""count":"\#(count)""#) ?? false
        }
        try fixture.turn(until: { isPublished(7) })
        for count in [8, 9] {
            folder.replace("rows.csv", "id,count\n1,\(count)\n")
            try fixture.turn(until: {
                (try? fixture.call("GetSnapshot")["records"]?.array?.first?["data"]?["count"]?.string)
                    == "\(count)"
            })
        }
        #expect(isPublished(7))
        clock.advance(by: .seconds(3600))
        try fixture.turn(until: { isPublished(9) })
        fixture.end()
    }

    @Test func `history reaches back as far as the definition says`() throws {
        let history = { (fixture: LiveDaemon) in
            try fixture.call("GetHistory", ["source": "rows"])["records"]?.array?.count
        }
        define("")
        folder.write("rows.csv", "id,count\n1,7\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        #expect(try history(fixture) == 1)
        define("History=1us")
        _ = try fixture.call("Reload")
        #expect(try history(fixture) == 0)
        define("History=1h")
        _ = try fixture.call("Reload")
        #expect(try history(fixture) == 1)
        fixture.end()
    }

    @Test func `history lists additions, removals and what changed, if requested`() throws {
        define("")
        folder.write("rows.csv", "id,count\n1,7\n2,3\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        folder.write("rows.csv", "id,count\n1,8\n")
        try fixture.turn(until: { (try? fixture.runtime(of: "rows"))??["records"] == 1 })

        let changes = try fixture.call("GetHistory", ["source": "rows", "changes": true])
        let events = changes["changes"]?.array ?? []
        #expect(changes["records"] == [])
        #expect(
            events.compactMap { $0["event"]?.string }.sorted() == ["added", "added", "changed", "removed"])
        let removed = events.first { $0["event"] == "removed" }
        #expect(removed?["key"] == "2" && removed?["data"] == nil)
        let changed = events.first { $0["event"] == "changed" }
        #expect(changed?["key"] == "1" && changed?["paths"] == ["/count"])
        #expect(changed?["data"]?["count"] == changed?["patch"]?["count"] && changed?["previous"] != nil)

        for (parameters, total) in [
            (["source": "rows", "limit": 1, "count": true] as JSON, 4),
            (["source": "rows", "key": "1", "limit": 1, "count": true], 2),
            (["source": "rows", "key": "2", "count": true], 2),
            (["source": "rows", "key": "3", "count": true], 0),
            (["source": "rows", "untilUSec": 0, "count": true], 0),
        ] {
            #expect(try fixture.call("GetHistory", parameters)["total"]?.int == total, "\(parameters)")
        }
        let page = try fixture.call("GetHistory", ["source": "rows"])
        #expect(page["total"] == nil)
        #expect(page["records"]?.array?.count == 3 && page["changes"] == nil)
        let cursor = try #require(changed?["cursor"])
        let stream = try fixture.subscribe(["since": cursor])
        try fixture.turn(until: { stream.has("ready") })
        fixture.end()
    }
}
