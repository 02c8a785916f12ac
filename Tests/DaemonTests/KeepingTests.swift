import Records
import Systemd
import Testing

/// What of a source is kept, and told of.
@Suite(.serialized) struct KeepingTests {
    private let folder = Folder()

    private func define(_ settings: String, _ record: String = "") {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n\(settings)\n[Table]\nDelimiter=,\n[Record]\nKey=id\n\(record)"
        )
    }

    @Test func `without a cache only the records are on disk, and a changed definition asks again`() throws {
        define("Cache=no")
        folder.write("rows.csv", "id,count\n1,7\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        #expect(folder.names(in: "state/private/documents").allSatisfy { $0.hasPrefix(".") })
        #expect(!folder.names(in: "state").contains("rows.json"))
        define("Cache=no", "Number=count\n")
        try house.turn(until: {
            (try? house.call("GetSnapshot")["records"]?.array?.first?["data"]?["count"]) == 7
        })
        house.end()
    }

    @Test func `a document that was not kept and is to be read otherwise comes whole`() throws {
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
        let house = try LiveHouse(folder, on: loop)
        try house.turn(until: "rows", is: "fresh")
        define("Number=count\n")
        try house.turn(until: {
            (try? house.call("GetSnapshot")["records"]?.array?.first?["data"]?["count"]) == 7
        })
        #expect(server.questions.count == 2)
        house.end()
    }

    @Test func `changes are told as far back as the definition says`() throws {
        let history = { (house: LiveHouse) in
            try house.call("GetHistory", ["source": "rows"])["records"]?.array?.count
        }
        define("")
        folder.write("rows.csv", "id,count\n1,7\n")
        let house = try LiveHouse(folder)
        try house.turn(until: "rows", is: "fresh")
        #expect(try history(house) == 1)
        define("History=1us")
        _ = try house.call("Reload")
        #expect(try history(house) == 0)
        define("History=1h")
        _ = try house.call("Reload")
        #expect(try history(house) == 1)
        house.end()
    }
}
