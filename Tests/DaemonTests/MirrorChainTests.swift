import Records
import Testing

/// Leaves of leaves, and links that lead back.
@Suite(.serialized) struct MirrorChainTests {
    @Test func `a leaf of a leaf has the records of the first hub`() throws {
        let fleet = try Fleet()
        let middle = try fleet.leaf()
        let last = try fleet.leaf(of: middle.socketPath)
        let names = ["rows", "spots"]
        #expect(try last.records(of: names) == fleet.hub.records(of: names))
        fleet.hubFolder.replace("rows.csv", "id,name\n1,uno\n2,two\n3,three\n")
        try last.turn(until: { (try? last.records(of: ["rows"]))?.count == 3 })
        #expect(try last.records(of: names) == fleet.hub.records(of: names))
        #expect(try last.changes(of: "rows") == fleet.hub.changes(of: "rows"))
        let list = try last.call("ListSources", ["selector": ["sources": ["rows"]]])
        #expect(list["sources"]?.array?.first?["context"]?["via"]?.array?.count == 2)
    }

    @Test func `a leaf of a leaf forwards a request to refresh to the first hub`() throws {
        let fleet = try Fleet()
        let middle = try fleet.leaf()
        let last = try fleet.leaf(of: middle.socketPath)
        let before = try fleet.hub.runtime(of: "rows")?["fetchedUSec"]?.int ?? 0
        let answer = try last.call("Refresh", ["selector": ["sources": ["rows"]], "wait": true])
        #expect(answer["started"] == ["rows"])
        #expect(try fleet.hub.runtime(of: "rows")?["fetchedUSec"]?.int ?? 0 > before)
    }

    @Test func `a link to the almanac itself is refused`() throws {
        let folder = Folder()
        Fleet.define("rows", in: folder)
        folder.write("rows.csv", "id,name\n1,one\n")
        Fleet.link(folder, to: folder.path + "/run/io.almanac")
        let daemon = try LiveDaemon(folder)
        try daemon.turn(until: { (try? daemon.runtime(of: "hub"))??["failure"]?["reason"] == "configuration" }
        )
        let message = try daemon.runtime(of: "hub")?["failure"]?["message"]?.string
        #expect(message == "From= leads to this almanac itself")
        try daemon.turn(until: "rows", is: "fresh")
        #expect(try daemon.records(of: ["rows"]).count == 1)
    }

    @Test func `a ring of links is refused, also after the first almanac lost its definition`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        fleet.hubFolder.remove("etc/sources.d/rows.source")
        fleet.hubFolder.remove("etc/sources.d/spots.source")
        Fleet.link(fleet.hubFolder, to: leaf.socketPath, named: "back")
        try fleet.hub.turn(until: {
            (try? fleet.hub.runtime(of: "back"))??["failure"]?["reason"] == "configuration"
        })
        let message = try fleet.hub.runtime(of: "back")?["failure"]?["message"]?.string
        #expect(message == "a ring: all selected sources come from this almanac itself")
        #expect(try fleet.hub.runtime(of: "rows")?["health"] == "paused")
    }

    @Test func `two almanacs mirror each other's own sources`() throws {
        let fleet = try Fleet()
        let folder = Folder()
        Fleet.define("own", in: folder)
        folder.write("own.csv", "id,name\n5,five\n")
        let leaf = try fleet.leaf(on: folder)
        Fleet.link(fleet.hubFolder, to: leaf.socketPath, named: "back")
        try fleet.hub.turn(until: "back", is: "fresh")
        #expect(try fleet.hub.records(of: ["own"]) == leaf.records(of: ["own"]))
        #expect(try fleet.hub.notes(of: "back").count == 2)
        #expect(try leaf.records(of: ["rows"]) == fleet.hub.records(of: ["rows"]))
    }

    @Test func `however many leaves there are, an upstream receives the requests of one machine`() throws {
        let fleet = try Fleet()
        let server = try WebServer(on: fleet.loop)
        server.answer = { _ in WebServer.Reply(body: "id,name\n1,one\n") }
        fleet.hubFolder.write(
            "etc/sources.d/web.source",
            "[Source]\nKind=table\nURL=\(server.url("/web.csv"))\nAllowHTTP=yes\nAllowPrivate=yes\n"
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        try fleet.hub.turn(until: "web", is: "fresh")
        let leaves = try (0..<4).map { _ in try fleet.leaf() }
        for leaf in leaves { #expect(try leaf.records(of: ["web"]).count == 1) }
        #expect(server.questions.count == 1)
        _ = try leaves[0].call("Refresh", ["selector": ["sources": ["web"]], "wait": true])
        #expect(server.questions.count == 2)
    }
}
