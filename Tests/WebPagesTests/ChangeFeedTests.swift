import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct ChangeFeedTests {
    @Test func `changes become entries with words, details and permanent names`() {
        let document = ChangeFeedDocument(
            FeedSamples.source, changes: [FeedSamples.removed, FeedSamples.changed, FeedSamples.added],
            base: "http://localhost:1034")
        #expect(text(document) == FeedSamples.golden)
    }

    @Test func `an entry of another feed keeps its title, author, date and address`() {
        let xml = text(ChangeFeedDocument(FeedSamples.news, changes: [FeedSamples.entry]))
        #expect(xml.contains("<title>New vane</title>"))
        #expect(xml.contains("<published>2026-11-12T15:05:00Z</published>"))
        #expect(xml.contains("<author><name>Ada</name></author>"))
        #expect(xml.contains("<link rel=\"via\" href=\"https://almanac.example/vane?a=1&amp;b=2\">"))
        #expect(xml.contains("&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;"))
    }

    @Test func `an address that a browser must not follow is left out`() {
        let bad = FeedSamples.event(
            "added", 5, source: "news", ["data": ["title": "x", "link": "javascript:alert(1)"]])
        let xml = text(ChangeFeedDocument(FeedSamples.news, changes: [bad]))
        #expect(!xml.contains("javascript"))
    }

    @Test func `a feed without changes has the time of the last change or response`() {
        let xml = text(ChangeFeedDocument(FeedSamples.source, changes: []))
        #expect(xml.contains("<updated>2026-11-20T14:00:00Z</updated>"))
        #expect(!xml.contains("<entry>"))
        let unknown = text(ChangeFeedDocument(FeedSamples.news, changes: []))
        #expect(unknown.contains("<updated>1970-01-01T00:00:00Z</updated>"))
    }

    @Test func `the subtitle says what the changes may lack`() throws {
        let old = try #require(
            Source(
                Reports.json(
                    """
                    {"context": {"name": "news", "kind": "feed"}, "runtime": {"health": "stale", "records": 1,
                     "fetchedUSec": 1795183200000000}}
                    """)))
        let text = "newest first; unknown: news: stale, data from 2026-11-20T14:00:00Z</subtitle>"
        #expect(self.text(ChangeFeedDocument(old, changes: [])).contains(text))
        let cut = SelectionFeedDocument(
            [], of: [FeedSamples.source, old], selection: "", base: "", preferences: Preferences())
        let bytes = cut.bytes(on: Paper(width: 80, now: UTC(seconds: 1_795_190_000)))
        #expect(String(decoding: bytes, as: UTF8.self).contains("Changes of 2 sources, " + text))
    }

    @Test func `without a base, links are relative, and names do not depend on it`() {
        let changes = [FeedSamples.changed]
        let here = text(ChangeFeedDocument(FeedSamples.source, changes: changes))
        let there = text(ChangeFeedDocument(FeedSamples.source, changes: changes, base: "http://a"))
        #expect(here.contains("href=\"/feed/hospitals.atom\""))
        #expect(there.replacing("http://a/", with: "/") == here)
    }

    @Test func `the feed of a record has another name and states its key`() {
        let document = ChangeFeedDocument(
            FeedSamples.source, changes: [FeedSamples.added], key: "7/8 &",
            preferences: Preferences(units: .metric))
        let xml = text(document)
        #expect(xml.contains("href=\"/feed/hospitals.atom?key=7%2F8%20%26&amp;units=metric\""))
        #expect(xml.contains("href=\"/data/hospitals/7%2F8%20%26?units=metric\""))
        #expect(!xml.contains(FeedSamples.name))
    }

    @Test func `the time of reading does not change an entry`() {
        let report = FeedSamples.event(
            "added", 9, source: "metar@KPWM", ["key": "KPWM", "data": Reports.metar])
        let document = ChangeFeedDocument(Reports.source, changes: [report])
        let later = Paper(width: 80, now: Reports.now + .seconds(400_000))
        #expect(document.bytes(on: Reports.paper()) == document.bytes(on: later))
        #expect(text(document).contains("&lt;code&gt;KPWM 201351Z AUTO"))
    }

    @Test(arguments: ["hospitals", "news"])
    func `hostile text neither becomes markup nor breaks the document`(_ name: String) {
        let hostile = "]]>&<b>\u{0}\u{8}\u{202E}\u{2066}\u{FFFE}\u{FFFF}\u{85}\u{7F}\r\n\t\u{1F6EB}"
        let text: JSON = .string(hostile + String(repeating: "é<", count: 30_000))
        let members: JSON = [
            "key": .string(hostile), "title": text, "patch": .object([.init(hostile, text)]),
            "previous": .object([.init(hostile, 1)]),
            "data": .object([
                .init(hostile, text), .init("title", text), .init("text", text), .init("author", text),
                .init("link", .string("https://a/" + hostile)), .init("list", .array([text, text])),
            ]),
        ]
        let changes = ["added", "changed", "removed"].map {
            FeedSamples.event($0, 1, source: name, members)
        }
        let source = name == "news" ? FeedSamples.news : FeedSamples.source
        let bytes = ChangeFeedDocument(source, changes: changes, key: hostile).bytes(on: Reports.paper())
        #expect(Markup(xml: FeedSamples.withoutDeclaration(bytes)).faults == [])
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        #expect(scalars.allSatisfy(FeedSamples.isAllowed))
        #expect(bytes.count < 1_500_000)
    }

    @Test(arguments: 0..<60)
    func `no data make a feed malformed`(_ seed: Int) {
        var mutation = Mutation(seed: seed)
        let changes = Reports.all.flatMap { item in
            ["added", "changed"].map { kind in
                FeedSamples.event(
                    kind, 1, source: item.source,
                    [
                        "data": mutation.applied(to: item.data), "previous": mutation.applied(to: item.data),
                        "patch": mutation.applied(to: item.data),
                    ])
            }
        }
        let document = ChangeFeedDocument(Reports.source, changes: changes)
        let bytes = FeedSamples.withoutDeclaration(document.bytes(on: Reports.paper()))
        #expect(Markup(xml: bytes).faults == [])
    }

    private func text(_ document: ChangeFeedDocument) -> String {
        String(decoding: document.bytes(on: Reports.paper()), as: UTF8.self)
    }
}
