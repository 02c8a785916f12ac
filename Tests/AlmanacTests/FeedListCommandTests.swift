import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct FeedListCommandTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "lwn", "kind": "feed", "title": "LWN <net>", "url": "https://lwn.net/rss",
             "tags": ["tech/linux", "news"]}, "runtime": {"health": "fresh", "records": 1, "rejected": 0, "generation": 1}},
             {"context": {"name": "hospitals", "kind": "table", "url": "https://a.example/x"},
             "runtime": {"health": "fresh", "records": 1, "rejected": 0, "generation": 1}}]}
            """)
        daemon.on("AddSources") { call in
            let contexts = call.parameters["contexts"]?.array ?? []
            let results = contexts.map { context -> JSON in
                let name = context["name"] ?? .null
                return name == "bad" ? ["name": name, "message": "is bad"] : ["name": name]
            }
            call.reply(["results": .array(results)])
        }
    }

    private func write(_ outlines: String) throws -> String {
        let path = daemon.directory + "/feeds.opml"
        try File.write("<opml><body>\n\(outlines)\n</body></opml>\n", path)
        return path
    }

    @Test func `import adds new feeds and reports the others with their lines`() throws {
        let path = try write(
            """
            <outline text="LWN" xmlUrl="https://lwn.net/rss"/>
            <outline text="Tech"><outline text="New" xmlUrl="http://new.example/50%%25"/></outline>
            <outline text="New" xmlUrl="http://NEW.example/50%%25"/>
            <outline text="Bad" xmlUrl="https://bad.example/"/>
            <outline text="Mine" xmlUrl="https://me:secret@a.example/"/>
            """)
        let run = try daemon.run("import", path)
        #expect(run.status == 1 && run.error.isEmpty)
        #expect(
            run.output == """
                \(path):2: https://lwn.net/rss is already the source lwn
                \(path):4: http://NEW.example/50%%25 is already the source new
                \(path):5: https://bad.example/ is bad
                \(path):6: https://a.example contains a user or password, which a list cannot give to almanac: \
                root can add the feed with a credential
                1 added, 2 known already, 2 refused

                """)
        let call = try #require(daemon.asked.last)
        #expect(call.method == "AddSources" && call.parameters["dryRun"] == .bool(false))
        #expect(
            call.parameters["contexts"]?.array?.first == [
                "name": "new", "kind": "feed", "url": "http://new.example/50%%%%25", "title": "New",
                "options": ["Source": ["Tags": "tech", "Folder": ["Tech"], "AllowHTTP": "yes"]],
            ])
        #expect(!daemon.asked.contains { "\($0)".contains("secret") })
    }

    @Test func `import says that the encoding of a list is a guess`() throws {
        let path = try write("<outline text=\"Caf_\" xmlUrl=\"https://a.example/\"/>")
        let bytes = try #require(File.read(path)).map { $0 == UInt8(ascii: "_") ? 0xE9 : $0 }
        try File.write(bytes, path)
        let run = try daemon.run("import", path)
        #expect(run.status == 0 && run.output == "1 added\n")
        #expect(run.error.hasPrefix("almanac: \(path): no encoding is stated"))
    }

    @Test func `a trial prints all feeds and asks the daemon to check only`() throws {
        let run = try daemon.run(
            "import", "--dry-run", try write("<outline text=\"A\" xmlUrl=\"https://a.example/\"/>"))
        #expect(run.output == "a  https://a.example/\n1 would be added\n")
        #expect(run.status == 0)
        #expect(daemon.asked.last?.parameters["dryRun"] == .bool(true))
    }

    @Test func `a feed in several folders is added once, with all of them`() throws {
        let path = try write(
            """
            <outline text="新聞"><outline text="A" xmlUrl="https://a.example/"/></outline>
            <outline text="C++ / C#"><outline text="A" xmlUrl="https://a.example/"/></outline>
            """)
        #expect(try daemon.run("import", path).status == 0)
        let added = try #require(daemon.asked.last?.parameters["contexts"]?.array)
        #expect(added.count == 1)
        #expect(added[0]["options"]?["Source"]?["Tags"] == "新聞 c-c")
        #expect(added[0]["options"]?["Source"]?["Folder"] == ["新聞", "C++ \\/ C#"])
    }

    @Test func `an entry without an address is refused with its line`() throws {
        let run = try daemon.run(
            "import", try write("<outline type=\"rss\" text=\"A\" htmlUrl=\"https://a.example/\"/>"))
        #expect(run.status == 1)
        #expect(run.output.contains(":2: A, https://a.example/ has no address of a feed (xmlUrl)"))
    }

    @Test func `export prints a feed in each of its folders`() throws {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "a", "kind": "feed", "url": "https://a.example/", "tags": ["c-c", "news", "own"],
             "options": {"Source": {"Folder": ["C++ \\\\/ C#", "News"]}}},
             "runtime": {"health": "fresh", "records": 1, "rejected": 0, "generation": 1}}]}
            """)
        let output = try daemon.run("export").output
        for folder in ["C++ / C#", "News"] {
            let outline = """
                    <outline text="\(folder)" title="\(folder)">
                      <outline type="rss" text="a" title="a" xmlUrl="https://a.example/" category="/own" almanac:name="a"/>
                """
            #expect(output.contains(outline))
        }
    }

    @Test func `a list without feeds says so`() throws {
        let path = try write("<outline text=\"Only a note\"/>")
        let run = try daemon.run("import", path)
        #expect(run.output == "\(path) has no feeds\n" && run.status == 0)
    }

    @Test func `a thousand feeds are sent in few calls`() throws {
        let outlines = (0..<1000).map { "<outline text=\"Feed \($0)\" xmlUrl=\"https://a.example/\($0)\"/>" }
        #expect(try daemon.run("import", write(outlines.joined(separator: "\n"))).output == "1000 added\n")
        #expect(daemon.asked.count { $0.method == "AddSources" } <= 4)
    }

    @Test func `a list that is not one is refused with its line`() throws {
        let path = daemon.directory + "/page.html"
        try File.write("\n<html></html>", path)
        let run = try daemon.run("import", path)
        #expect(run.status == 65)
        #expect(run.error.contains("\(path) is refused: line 2: <html> is the first element, not <opml>"))
        #expect(try daemon.run("import", "/nowhere").status == 66)
    }

    @Test func `export prints feeds in the folders of their tags`() throws {
        let run = try daemon.run("export")
        #expect(run.status == 0)
        let outline = """
                  <outline text="linux" title="linux">
                    <outline type="rss" text="LWN &lt;net&gt;" title="LWN &lt;net&gt;" \
            xmlUrl="https://lwn.net/rss" category="/news" almanac:name="lwn"/>
            """
        #expect(run.output.contains(outline))
        #expect(!run.output.contains("hospitals"))
    }
}
