import Records
import TestServer
import Testing
import Varlink

/// Sources that are added without a kind.
@Suite(.serialized) struct GuessedKindTests {
    private let folder = Folder()

    private func context(_ server: HTTPServer) -> JSON {
        [
            "name": "news", "url": .string(server.url("/feed")),
            "options": ["Source": ["AllowHTTP": "yes", "AllowPrivate": "yes"]],
        ]
    }

    @Test func `the kind is guessed from the response, and reported`() throws {
        let fixture = try LiveDaemon(folder)
        let server = try HTTPServer(on: fixture.loop)
        server.script = { _ in [.good("<rss><channel><item><guid>a</guid></item></channel></rss>")] }
        let reply = try fixture.call("AddSource", ["context": context(server)])
        #expect(reply["guessed"]?.string == "feed: an RSS, Atom or JSON feed")
        #expect(reply["source"]?["context"]?["kind"] == "feed")
        try fixture.turn(until: "news", is: "fresh")
        #expect(try fixture.runtime(of: "news")?["records"] == 1)
        #expect(server.heads.count == 1, "the document that shows the kind is also the first one")
        let again = fixture.refusal(of: "AddSource", ["context": context(server)])
        #expect(again?.name == "io.almanac.SourceExists")
        fixture.end()
    }

    @Test func `a document of no known kind, and one that cannot be fetched, are refused with the reason`()
        throws
    {
        let fixture = try LiveDaemon(folder)
        let server = try HTTPServer(on: fixture.loop)
        for (act, reason) in [
            (HTTPServer.Act.good("<html><body>no</body></html>"), "is of no kind that can be guessed"),
            (.answer("404 Not Found"), "404"),
        ] {
            server.script = { _ in [act] }
            let error = fixture.refusal(of: "AddSource", ["context": context(server)])
            #expect(error?.name == "io.almanac.InvalidSource")
            #expect(error?.parameters["path"] == "/context/kind")
            let message = error?.parameters["message"]?.string ?? ""
            #expect(
                message.hasPrefix("the kind cannot be guessed: ") && message.contains(reason), "\(message)")
        }
        #expect(try fixture.runtime(of: "news") == nil)
        fixture.end()
    }

    @Test func `a page that sends its reader to another one is followed once`() throws {
        let fixture = try LiveDaemon(folder)
        let server = try HTTPServer(on: fixture.loop)
        server.script = { head in
            let page =
                head.hasPrefix("GET /en/")
                ? "<link rel=alternate type=application/rss+xml href=/rss><meta http-equiv=refresh content='0; url=/x'>"
                : "<html><meta http-equiv=refresh content='0; url=/en/'></html>"
            return [.answer("200 OK", "Content-Type: text/html\r\n", page)]
        }
        let found = try fixture.call("Discover", ["context": context(server)])
        #expect(found["feeds"]?.array?.map { $0["url"] } == [.string(server.url("/rss"))])
        #expect(found["url"]?.string == server.url("/en/"))
        #expect(server.heads.count == 2)
        // A loop ends after the second page.
        server.script = { head in
            let next = head.hasPrefix("GET /a") ? "/b" : "/a"
            return [
                .answer(
                    "200 OK", "Content-Type: text/html\r\n",
                    "<html><meta http-equiv=refresh content='0; url=\(next)'></html>")
            ]
        }
        #expect(try fixture.call("Discover", ["context": context(server)])["feeds"] == [])
        #expect(server.heads.count == 4)
        fixture.end()
    }

    @Test func `a local file shows its kind, too, but only root may name one`() throws {
        folder.write("rows.csv", "id,name\n1,a\n")
        let context: JSON = ["name": "rows", "path": .string(folder.path + "/rows.csv")]
        let fixture = try LiveDaemon(folder)
        #expect(
            try fixture.call("AddSource", ["context": context])["guessed"]?.string == "table: delimited text")
        fixture.end()
        let ordinary = try LiveDaemon(folder, isOrdinary: true)
        #expect(ordinary.refusal(of: "AddSource", ["context": context]) != nil)
        ordinary.end()
    }

    @Test func `the kind of a document that needs a missing credential is not guessed`() throws {
        let fixture = try LiveDaemon(folder)
        let server = try HTTPServer(on: fixture.loop)
        let context: JSON = [
            "name": "news", "url": .string(server.url("/feed")),
            "options": ["Source": ["AllowHTTP": "yes", "AllowPrivate": "yes", "Credential": "none"]],
        ]
        let error = fixture.refusal(of: "AddSource", ["context": context])
        #expect(error?.parameters["message"]?.string?.contains("there is no credential none") == true)
        #expect(server.heads.isEmpty)
        fixture.end()
    }
}
