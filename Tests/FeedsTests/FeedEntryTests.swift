import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The texts, links, people, tags and key of an entry, in any order and as publishers write them.
@Suite struct FeedEntryTests {
    private func decode(_ text: String) throws -> [Record] {
        let context = DocumentContext(reference: UTC(seconds: 0), url: "http://x/feed")
        return try TestDocument.decode(.feed, "", Array(text.utf8), slice: 50, context: context).records
    }

    private func rss(_ items: String) throws -> [Record] {
        try decode(
            """
            <rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'
            xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/'
            xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>\(items)</channel></rss>
            """)
    }

    private func atom(_ entry: String) throws -> JSON? {
        let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><author><name>All</name></author>"
        return try decode("\(feed)<entry>\(entry)</entry></feed>").first.map { try JSON(parsing: $0.data) }
    }

    @Test func `the key of an entry with neither id nor text is a hash of the rest`() throws {
        let rest = [
            #"<enclosure url="http://x/a.mp3" type="audio/mpeg"/>"#, "<category>c</category>",
            #"<p:point xmlns:p="http://www.georss.org/georss">1 2</p:point>"#,
            #"<p:point xmlns:p="http://www.georss.org/georss">1 3</p:point>"#, "<unknown/>",
        ]
        let keys = try rss(rest.map { "<item>\($0)</item>" }.joined()).map(\.key)
        #expect(Set(keys).count == 5 && keys.allSatisfy { $0.utf8.count == 32 })
        // The same entry has the same key in the next document.
        #expect(try rss("<item>\(rest[0])</item>").map(\.key) == [keys[0]])
    }

    private func item(_ content: String) throws -> JSON? {
        try rss("<item>\(content)</item>").first.map { try JSON(parsing: $0.data) }
    }

    private static let description = "<description>short</description>"
    private static let other = "<dc:description>of another vocabulary</dc:description>"
    private static let full = "<content:encoded><![CDATA[<p>full</p>]]></content:encoded>"
    private static let media =
        "<media:content url='http://x/i.png'><media:description>alt</media:description></media:content>"

    @Test(arguments: [
        [description, other, full, media], [media, full, other, description],
        [full, media, description, other],
        [other, description, media, full],
    ])
    func `the content is what the format calls so, in any order`(elements: [String]) throws {
        let data = try item(elements.joined())
        #expect(data?["content"] == "<p>full</p>" && data?["summary"] == "short" && data?["text"] == "full")
    }

    @Test func `without content, the longest summary is the content`() throws {
        for elements in [Self.description + Self.other, Self.other + Self.description] {
            let data = try item(elements)
            #expect(data?["content"] == "of another vocabulary" && data?["summary"] == "short")
        }
    }

    private static let extended =
        "<id>urn:post</id><title>Posted</title><link href='http://x/post'/><updated>2026-11-30T00:00:00Z</updated>"
    private static let inner =
        "<id>urn:note</id><title>Note</title><link href='http://x/note'/><updated>2020-01-01T00:00:00Z</updated>"

    @Test(arguments: [
        "<activity:object xmlns:activity='http://activitystrea.ms/spec/1.0/'>\(inner)</activity:object>",
        "<thing xmlns='urn:x'>\(inner)</thing>", "<x:list xmlns:x='urn:x'><entry>\(inner)</entry></x:list>",
        "<content type='application/atom+xml'><entry>\(inner)</entry></content>",
    ])
    func `what an extension has is not of the entry`(element: String) throws {
        for entry in [element + Self.extended, Self.extended + element] {
            let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(entry)</entry></feed>"
            let records = try decode(feed)
            #expect(records.map(\.key) == ["urn:post"], "\(entry)")
            let data = try JSON(parsing: records[0].data)
            #expect(data["link"] == "http://x/post" && data["updated"] == "2026-11-30T00:00:00Z")
            #expect(records[0].title == "Posted")
        }
    }

    @Test func `an element of another default namespace is none of the feed`() throws {
        let data = try item(
            "<guid isPermaLink='false'>2</guid><title>Ice</title><pubDate xmlns='urn:x'>Tue, 1 Dec 2020 10:00:00 GMT"
                + "</pubDate><link xmlns='http://x/votes'>http://x/v</link>"
                + "<media:group><link>http://x/m</link><media:title>M</media:title></media:group>")
        #expect(data?["link"] == nil && data?["published"] == nil && data?["title"] == "Ice")
    }

    @Test(arguments: [
        "<rss xmlns='urn:own'><channel><item><title>a</title></item></channel></rss>",
        "<rss><channel xmlns='urn:own'><item><title>a</title></item></channel></rss>",
        "<rss><channel><item xmlns='urn:own'><title>a</title></item></channel></rss>",
    ])
    func `an invented namespace of the whole feed or of its entries is accepted`(feed: String) throws {
        #expect(try decode(feed).map(\.title) == ["a"])
    }

    @Test func `the description of a media object is a text only if there is no other`() throws {
        #expect(try item(Self.media + Self.description)?["text"] == "short")
        #expect(try item(Self.media)?["text"] == "alt")
    }

    @Test func `text that is not markup is escaped in content, and not in text`() throws {
        let data = try atom("<id>1</id><content type='text'>&lt;script&gt;x&lt;/script&gt; &amp; y</content>")
        #expect(data?["content"] == "&lt;script>x&lt;/script> &amp; y")
        #expect(data?["text"] == "<script>x</script> & y")
    }

    @Test(arguments: [
        "<link rel='alternate' type='text/html; charset=utf-8' href='http://x/h'/>",
        "<link rel='http://www.iana.org/assignments/relation/alternate' href='http://x/h'/>",
        "<link hreflang='en' href='http://x/h'/><link hreflang='de' href='http://x/de'/>",
        "<link href='http://x/h'/><link rel='enclosure' type='image/png'>http://x/i.png</link>",
        "<link type='application/json' href='http://x/j'/><link href='http://x/h'/>",
    ])
    func `the first alternate page is the link`(links: String) throws {
        #expect(try atom("<id>1</id>\(links)")?["link"] == "http://x/h")
    }

    @Test func `an address that was escaped twice is one`() throws {
        #expect(try item("<link>http://x/?a=1&amp;amp;b=2</link>")?["link"] == "http://x/?a=1&b=2")
    }

    @Test func `all authors count, each once, and those of an Atom feed`() throws {
        #expect(try item("<dc:creator>A</dc:creator><dc:creator>B</dc:creator>")?["author"] == "A, B")
        #expect(try item("<dc:creator>Ann</dc:creator><author>a@x (Ann)</author>")?["author"] == "a@x (Ann)")
        #expect(
            try item("<dc:creator>Annabel</dc:creator><dc:creator>Ann</dc:creator>")?["author"]
                == "Annabel, Ann")
        #expect(try atom("<id>1</id>")?["author"] == "All")
        #expect(try atom("<id>1</id><author><name>Own</name></author>")?["author"] == "Own")
    }

    @Test func `titles and tags are one line, without markup`() throws {
        let data = try item(
            "<title>\n  Long\n title &lt;br/&gt;b &lt;img src='x'&gt;</title><category>x\n  y</category>")
        #expect(data?["title"] == "Long title b" && data?["tags"] == ["x y"])
        #expect(try item("<title>a &lt;br&gt; in HTML</title>")?["title"] == "a <br> in HTML")
    }

    @Test func `attributes without quotes are read`() throws {
        let records = try rss(
            "<item><guid isPermaLink=false>http://x/1</guid><enclosure url=http://x/a?b&c=d length=1 type=audio/mpeg /></item>"
        )
        let data = try JSON(parsing: try #require(records.first).data)
        #expect(records.first?.key == "http://x/1" && data["link"] == nil)
        #expect(
            data["enclosures"] == [["url": "http://x/a?b&c=d", "type": "audio/mpeg", "length": 1]])
    }

    @Test func `an id that several entries share identifies only the first`() throws {
        let same = (1...3).map {
            "<item><guid>same</guid><title>t\($0)</title><link>http://x/\($0)</link></item>"
        }
        #expect(try rss(same.joined()).map(\.key) == ["same", "http://x/2", "http://x/3"])
        let untitled = ["a", "b"].map {
            "<item><guid isPermaLink='false'>0</guid><title>\($0)</title></item>"
        }
        #expect(Set(try rss(untitled.joined()).map(\.key)).count == 2)
        #expect(Set(try rss(same[0] + same[0]).map(\.key)).count == 1)
    }

    @Test func `an entry without id and link is identified by title and date, not by its text`() throws {
        let keys = try (1...2).map {
            try rss(
                "<item><title>t</title><pubDate>Wed, 06 May 2026 10:00:00 GMT</pubDate><description>\($0)</description></item>"
            ).map(\.key)
        }
        #expect(keys[0] == keys[1] && keys[0].count == 1)
    }

    @Test func `a JSON feed has absolute addresses, the authors of the feed, and no address that executes`()
        throws
    {
        let records = try decode(
            #"""
            {"version": "https://jsonfeed.org/version/1.1", "authors": [{"name": "Top"}], "items": [{"id": "1",
            "url": "/p/1", "image": "i.png", "content_html": "<a href='/x'>l</a>", "date_published": 1778061600,
            "external_url": "javascript:x()"}, {"id": "2", "url": "javascript:alert(1)"}]}
            """#)
        let data = try records.map { try JSON(parsing: $0.data) }
        #expect(data[0]["link"] == "http://x/p/1" && data[0]["image"] == "http://x/i.png")
        #expect(data[0]["content"] == "<a href=\"http://x/x\">l</a>" && data[0]["author"] == "Top")
        #expect(data[1]["link"] == nil)
    }
}
