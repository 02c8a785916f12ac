import Records
import Testing

/// The entries of feeds from one document to the next: their time, their changes and their keys.
@Suite(.serialized) struct FeedEntryTests {
    private func source(at moment: String = "2026-11-28T10:00:00Z") throws -> ReportSource {
        try ReportSource(kind: "feed", at: moment)
    }

    private func feed(_ items: String...) -> String {
        "<rss version='2.0'><channel><title>T</title>"
            + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>"
    }

    private func entry(_ guid: String, _ title: String, link: String) -> String {
        "<guid isPermaLink='false'>\(guid)</guid><title>\(title)</title><link>https://a.example/\(link)</link>"
    }

    @Test func `an entry without a date has the time at which it was first received`() throws {
        let source = try source()
        try source.deliver(feed("<guid>1</guid><title>a</title>"))
        let received = try NotSo.unless(source.record("1")?["received"]?.string)
        #expect(received.hasPrefix("2026-11-28T10:00:"))

        source.folder.clockError = .seconds(7200)
        try source.deliver(feed("<guid>2</guid><title>b</title>", "<guid>1</guid><title>a, edited</title>"))
        #expect(try source.record("1")?["title"] == "a, edited")
        #expect(try source.record("1")?["received"]?.string == received)
        #expect(try source.record("2")?["received"]?.string?.hasPrefix("2026-11-28T12:00:") ?? false)
        source.daemon.end()
    }

    @Test func `an undated entry that is sent again is no change`() throws {
        let source = try source()
        let document = feed("<guid>1</guid><title>a</title>", "<guid>2</guid><pubDate>0000-00-00</pubDate>")
        try source.deliver(document)
        let generation = try source.runtime()["generation"]
        source.folder.clockError = .seconds(7200)
        try source.deliver(document + "<!-- 2 -->")
        #expect(try source.runtime()["generation"] == generation)
        source.daemon.end()
    }

    @Test func `only an entry from the future or without a date has the time of its reception`() throws {
        let source = try source()
        try source.deliver(
            feed(
                "<guid>1</guid><pubDate>Wed, 06 May 2037 10:00:00 GMT</pubDate>",
                "<guid>2</guid><pubDate>Fri, 27 Nov 2026 10:00:00 GMT</pubDate>",
                "<guid>3</guid><pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate>"))
        #expect(try source.record("1")?["received"] != nil)
        #expect(try source.record("1")?["published"] == "2037-05-06T10:00:00Z")
        #expect(try source.record("2")?["received"] == nil)
        #expect(try source.record("3")?["received"] != nil)
        source.daemon.end()
    }

    @Test func `a date that is the time of the answer is no change by itself`() throws {
        let source = try source()
        try source.deliver(feed("<guid>1</guid><title>a</title><pubDate>2026-11-28T10:00:00Z</pubDate>"))
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        for hour in 1...3 {
            source.folder.clockError = .seconds(hour * 3600)
            try source.deliver(
                feed("<guid>1</guid><title>a</title><pubDate>2026-11-28T1\(hour):00:01Z</pubDate>"))
        }
        #expect(heard.records == [])
        #expect(try source.record("1")?["published"] == "2026-11-28T10:00:00Z")

        try source.deliver(feed("<guid>1</guid><title>b</title><pubDate>2026-11-28T13:00:01Z</pubDate>"))
        try source.deliver(feed("<guid>1</guid><title>b</title><pubDate>2026-11-27T13:00:01Z</pubDate>"))
        try source.daemon.turn(until: { heard.records.count == 2 })
        #expect(heard.records == ["changed 1", "changed 1"])
        source.daemon.end()
    }

    @Test func `a key stays when the other entries with its id leave the document, and return`() throws {
        let source = try source()
        let (first, second) = (entry("0", "a", link: "1"), entry("0", "b", link: "2"))
        try source.deliver(feed(first, second))
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        #expect(try source.record("0")?["title"] == "a")
        #expect(try source.record("https://a.example/2")?["title"] == "b")
        for document in [feed(second), feed(second, first), feed(first), feed(first, second)] {
            try source.deliver(document)
        }
        #expect(heard.records == [])
        source.daemon.end()
    }

    @Test func `a new entry does not take the key of the one whose id it repeats`() throws {
        let source = try source()
        try source.deliver(feed(entry("0", "a", link: "1")))
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        try source.deliver(feed(entry("0", "b", link: "2"), entry("0", "a", link: "1")))
        try source.daemon.turn(until: { heard.records.count == 1 })
        #expect(heard.records == ["added https://a.example/2"])
        #expect(try source.record("0")?["title"] == "a")
        source.daemon.end()
    }

    @Test func `entries without an id that share their link keep their keys as well`() throws {
        let source = try source()
        func item(_ title: String) -> String { "<title>\(title)</title><link>https://a.example/</link>" }
        try source.deliver(feed(item("a")))
        let heard = try source.daemon.subscribe(["snapshot": false])
        try source.daemon.turn(until: { heard.has("ready") })
        try source.deliver(feed(item("b"), item("a")))
        try source.daemon.turn(until: { heard.records.count == 1 })
        #expect(try source.record("https://a.example/")?["title"] == "a")
        for document in [feed(item("b")), feed(item("a"), item("b"))] { try source.deliver(document) }
        #expect(heard.records.count == 1)
        source.daemon.end()
    }

    @Test func `an entry that changes its link keeps the key that its id is`() throws {
        let source = try source()
        try source.deliver(feed(entry("0", "a", link: "1"), entry("1", "c", link: "3")))
        try source.deliver(feed(entry("0", "b", link: "2"), entry("1", "c", link: "3")))
        #expect(try source.record("0")?["title"] == "b")
        #expect(try source.record("https://a.example/2") == nil)
        source.daemon.end()
    }

    /// RFC 9111, section 4.3.4.
    @Test func `an answer without a document updates the validators`() throws {
        let source = try source()
        source.headers = ["ETag: \"v1\"", "Last-Modified: Sat, 28 Nov 2026 09:00:00 GMT"]
        try source.deliver(feed("<guid>1</guid>"))
        source.headers = ["ETag: \"v2\""]
        try source.answer("304 Not Modified")
        try source.answer("304 Not Modified")
        let last = try NotSo.unless(source.questions.last).head
        #expect(last.contains("\r\nIf-None-Match: \"v2\"\r\n"))
        #expect(last.contains("\r\nIf-Modified-Since: Sat, 28 Nov 2026 09:00:00 GMT\r\n"))
        source.daemon.end()
    }
}
