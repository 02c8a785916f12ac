import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite("almanac add of an address") struct AddAddressTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        daemon.serve()
        try daemon.answer("AddSource", "{}")
    }

    /// Makes the daemon find these feeds, each with its address, origin and title; all of them can be read
    /// but those whose address contains `404` or `page`.
    private func find(_ feeds: (url: String, origin: String, title: String?)...) {
        daemon.on("Discover") { call in
            let url = call.parameters["context"]?["url"]?.string ?? ""
            if url.contains("404") {
                let message: JSON = "HTTP 404 Not Found"
                return call.fail("io.almanac.InvalidSource", ["path": "/context/url", "message": message])
            }
            guard url == "https://a.example/" else {
                let kind: JSON? = url.contains("page") ? nil : "feed"
                return call.reply(.members(["url": .string(url), "kind": kind, "feeds": []]))
            }
            let found = feeds.map { feed -> JSON in
                .members([
                    "url": .string(feed.url), "format": "unknown", "origin": .string(feed.origin),
                    "title": feed.title.map(JSON.string),
                    "isOfComments": .bool(feed.url.contains("comments")),
                ])
            }
            call.reply(["url": "https://a.example/", "feeds": .array(found)])
        }
    }

    private var added: JSON? { daemon.asked.last { $0.method == "AddSource" }?.parameters["context"] }

    @Test(arguments: [
        ("link", "the page refers to"), ("anchor", "the page states no feed, but has a link to"),
        ("site", "the page states no feed; by a rule for its site, it has"),
    ])
    func `the only feed of a page is printed with how it was found`(_ origin: String, _ words: String) throws
    {
        find(("https://b.example/feed", origin, nil))
        let run = try daemon.run("add", "https://a.example/")
        #expect(run.status == 0)
        #expect((run.output + run.error).contains("\(words) https://b.example/feed\n"))
        #expect(added?["url"] == "https://b.example/feed")
    }

    @Test func `a feed of comments is added only if it is chosen`() throws {
        find(("https://b.example/comments", "link", nil))
        let run = try daemon.run("add", "https://a.example/")
        #expect(run.status == 1 && added == nil)
        #expect(run.error.contains("refers only to feeds of comments, such as https://b.example/comments"))
        #expect(try daemon.run("add", "https://a.example/", "--choose", "1").status == 0)
        #expect(added?["url"] == "https://b.example/comments")
    }

    @Test func `several feeds are listed, and another one is chosen by its number`() throws {
        find(("https://b.example/1", "link", "News"), ("https://b.example/2", "link", "Podcast"))
        let run = try daemon.run("add", "https://a.example/", "--choose", "2")
        #expect(
            (run.output + run.error).contains(
                """
                the page has 2 feeds; --choose NUMBER takes another:
                  1  https://b.example/1  (News)
                * 2  https://b.example/2  (Podcast)

                """))
        #expect(added?["url"] == "https://b.example/2" && added?["name"] == "podcast")
        #expect(try daemon.run("add", "https://a.example/", "--choose", "3").status == 64)
    }

    @Test func `a feed that is a source already is added again only under another name`() throws {
        daemon.serve([
            [
                "context": ["name": "news", "kind": "feed", "url": "https://B.example:443/1"],
                "runtime": ["health": "fresh", "records": 1, "rejected": 0, "generation": 1],
            ]
        ])
        find(("https://b.example/1", "link", "News"))
        let run = try daemon.run("add", "https://a.example/")
        #expect(run.status == 0 && added == nil)
        #expect((run.output + run.error).contains("https://b.example/1 is already the source news; --name"))
        #expect(try daemon.run("add", "https://a.example/", "--name", "other").status == 0)
        #expect(added?["name"] == "other")
    }

    @Test func `if the first feed cannot be read, the next one is added`() throws {
        find(
            ("https://a.example/404x", "link", nil), ("https://a.example/page", "link", nil),
            ("https://a.example/ok", "link", nil))
        let run = try daemon.run("add", "https://a.example/")
        #expect(run.status == 0)
        #expect(run.output.contains("cannot read https://a.example/404x: HTTP 404 Not Found\n"))
        #expect(run.output.contains("cannot read https://a.example/page: it is no feed\n"))
        #expect(run.output.contains("* 3  https://a.example/ok\n"))
        #expect(added?["url"] == "https://a.example/ok")
    }

    @Test func `if no feed can be read, none is added and the exit status is 1`() throws {
        find(("https://a.example/404x", "link", nil), ("https://a.example/404y", "anchor", nil))
        let run = try daemon.run("add", "https://a.example/")
        #expect(run.status == 1 && added == nil && !run.output.contains("keeps"))
        #expect(run.error.contains("no feed of https://a.example/ can be read"))
        let chosen = try daemon.run("add", "https://a.example/", "--choose", "2")
        #expect(chosen.status == 1 && chosen.error.contains("https://a.example/404y: HTTP 404 Not Found"))
    }

    @Test(arguments: [
        ("https://github.com/owner/v2/releases.atom", "github-com-owner-v2-releases"),
        ("https://www.youtube.com/feeds/videos.xml?channel_id=UC1", "youtube-com"),
        ("https://medium.com/feed/@me", "medium-com-me"),
        ("https://me.blogspot.co.uk/feeds/posts/default", "me-blogspot-co-uk"),
        ("https://www.reddit.com/r/swift/.rss", "reddit-com-r-swift"),
    ])
    func `a feed by a rule is named after what tells it from others of its site`(
        _ url: String, _ name: String
    ) throws {
        find((url, "site", nil))
        #expect(try daemon.run("add", "https://a.example/").status == 0)
        #expect(added?["name"] == .string(name))
    }
}
