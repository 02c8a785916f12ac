import Records
import TestServer
import Testing

/// The messages that an index of alerts links to, in a whole daemon.
@Suite(.serialized) struct AlertLinkTests {
    private let folder = Folder()

    private func message(_ name: String) -> String {
        """
        <alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'><identifier>\(name)</identifier><sender>s@x</sender>
        <sent>2027-01-15T07:00:00Z</sent><status>Actual</status><msgType>Alert</msgType>
        <info><event>Wind</event><expires>2027-01-20T07:00:00Z</expires></info></alert>
        """
    }

    /// Starts a daemon with an index of messages, of which some paths answer otherwise.
    private func fixture(
        _ count: Int, _ settings: String = "", other: @escaping (String) -> HTTPServer.Act? = { _ in nil }
    ) throws -> WebFixture {
        let web = try WebFixture(
            "Kind=alert\nRefresh=1h\n[Alert]\n" + settings, in: folder, .good("<feed></feed>"))
        let base = web.server.url("/")
        let entries = (0..<count).map { "<entry><id>m\($0)</id><link href='\(base)m\($0)'/></entry>" }
        web.server.script = { [self] head in
            let path = String(head.split(separator: " ")[1].dropFirst())
            if let act = other(path) { return [act] }
            if path.hasPrefix("m") { return [.good(message(path))] }
            if head.contains("If-None-Match: \"1\"") {
                return [.answer("304 Not Modified", "ETag: \"1\"\r\n", "")]
            }
            return [.good("<feed>\(entries.joined())</feed>", "ETag: \"1\"\r\n")]
        }
        return web
    }

    @Test
    func `all messages are there after the first refresh, and one without news is one conditional request`()
        throws
    {
        let web = try fixture(120)
        _ = try web.askAgain()
        #expect(try web.keys.count == 120)
        #expect(web.server.heads.count == 122)
        _ = try web.askAgain()
        #expect(web.server.heads.count == 123 && web.server.heads.last?.contains("If-None-Match") == true)
        #expect(try web.keys.count == 120)
        web.fixture.end()
    }

    @Test func `a dead link is a reject, and costs no further request`() throws {
        let web = try fixture(3) { $0 == "m1" ? .answer("404 Not Found", "", "") : nil }
        let runtime = try web.askAgain()
        #expect(try web.keys == ["m0", "m2"] && runtime["rejected"] == 1)
        let count = web.server.heads.count
        _ = try web.askAgain()
        #expect(web.server.heads.count == count + 1)
        web.fixture.end()
    }

    @Test func `a message that could not be fetched is requested again, although the index is not modified`()
        throws
    {
        var fails = true
        let web = try fixture(3) { $0 == "m1" && fails ? .answer("500 Oops", "", "") : nil }
        let runtime = try web.askAgain()
        #expect(
            try web.keys == ["m0", "m2"]
                && runtime["notes"]?.array?.first == "2 of 3 linked messages are read")
        fails = false
        _ = try web.askAgain()
        #expect(try web.keys == ["m0", "m1", "m2"])
        web.fixture.end()
    }

    @Test func `an item that summarizes a message counts until that is read, and continues as it`() throws {
        let web = try WebFixture("Kind=alert\nRefresh=1h\n", in: folder, .good("<feed></feed>"))
        let item = """
            <item><title>Rain</title><link>\(web.server.url("/m1"))</link><guid>preview</guid><event>Rain</event>
            <expires>Wed, 20 Jan 2027 07:00:00 GMT</expires></item>
            """
        var fails = true
        web.server.script = { [self] head in
            guard head.contains("/m1 ") else { return [.good("<rss><channel>\(item)</channel></rss>")] }
            return fails ? [.answer("500 Oops", "", "")] : [.good(message("m1"))]
        }
        _ = try web.askAgain()
        #expect(try web.keys == ["preview"])
        fails = false
        _ = try web.askAgain()
        let records = try web.fixture.call("GetSnapshot")["records"]?.array ?? []
        #expect(records.map { $0["key"] } == ["preview"] && records[0]["data"]?["sender"] == "s@x")
        web.fixture.end()
    }

    @Test func `links beyond a limit are rejects and a remark`() throws {
        let web = try fixture(5, "LinkedMessages=3\n")
        let runtime = try web.askAgain()
        #expect(try web.keys.count == 3 && runtime["rejected"] == 2)
        #expect(runtime["notes"]?.array?.first == "3 of 5 linked messages are read")
        web.fixture.end()
    }
}
