import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct FeedDecoderTests {
    private func decode(_ text: String, _ definition: String = "") throws -> Decoded {
        let context = DocumentContext(reference: UTC(seconds: 0), url: "http://example.org/feeds/all")
        return try TestDocument.decode(.feed, definition, Array(text.utf8), slice: 50, context: context)
    }

    /// Returns the data of the entries of an RSS channel.
    private func items(_ text: String) throws -> [JSON] {
        try decode("<rss version='2.0'><channel>\(text)</channel></rss>").records.map {
            try JSON(parsing: $0.data)
        }
    }

    private func reason(_ text: String) -> FailureReason? {
        let error = #expect(throws: DecodeError.self) { try decode(text) }
        return error?.reason
    }

    @Test func `the key of an entry is its id, otherwise its link, otherwise a hash of its content`() throws {
        let text = """
            <rss><channel><item><guid isPermaLink="false">a 1</guid><link>http://x/1</link></item>
            <item><link>http://x/2</link></item><item><title>t</title></item><item><title>u</title></item>
            </channel></rss>
            """
        let keys = try decode(text).records.map(\.key)
        #expect(keys.prefix(2) == ["a 1", "http://x/2"])
        #expect(Set(keys).count == 4)
        #expect(keys[2].utf8.count == 32)
    }

    @Test func `a guid is the link if there is no other, unless it says that it is not one`() throws {
        let found = try items(
            """
            <item><guid>http://x/1</guid></item><item><guid isPermaLink="false">http://x/2</guid></item>
            <item><guid>http://x/3</guid><link>http://x/page</link></item><item><guid>urn:4</guid></item>
            """)
        #expect(found.map { $0["link"]?.string } == ["http://x/1", nil, "http://x/page", nil])
    }

    @Test func `the link of an Atom entry is its alternate link`() throws {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/y/"><title>T</title><entry>
            <link rel="self" href="self"/><link href="page"/><link rel="enclosure" href="a.mp3" length="7" type="audio/mpeg"/>
            <author><name>Ann</name><email>ann@x</email></author><category term="c"/>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a <a href="../z">b</a></p></div></content>
            </entry></feed>
            """
        let decoded = try decode(text)
        #expect(decoded.title == "T")
        let data = try JSON(parsing: try #require(decoded.records.first).data)
        #expect(
            data == [
                "link": "http://x/y/page", "author": "Ann (ann@x)", "tags": ["c"],
                "enclosures": [["url": "http://x/y/a.mp3", "type": "audio/mpeg", "length": 7]],
                "content": "<p>a <a href=\"http://x/z\">b</a></p>", "text": "a b",
            ])
    }

    @Test func `an entry may have both summary and content`() throws {
        let found = try items(
            """
            <item><description>&lt;b&gt;short&lt;/b&gt;</description>
            <content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>long & <i>all</i></p>]]>
            </content:encoded></item>
            """)
        #expect(
            found == [
                ["summary": "<b>short</b>", "content": "<p>long & <i>all</i></p>", "text": "long & all"]
            ])
    }

    @Test func `markup that could execute or track is removed`() throws {
        let html = """
            <p onclick="x()">a<script>alert(1)</script><img src="/i.png" style="color: red; position: fixed">
            <a href=" java\tscript:x()">b</a><iframe src="http://x"></iframe><style>p{}</style></p>
            """
        let found = try items("<item><description><![CDATA[\(html)]]></description></item>")
        let wanted = """
            <p>a<img src="http://example.org/i.png" style="color: red;" />
            <a href="">b</a></p>
            """
        #expect(found.map { $0["summary"]?.string } == [wanted])
    }

    @Test func `markup is removed from titles, once`() throws {
        let found = try items(
            """
            <item><title>a &amp;amp; &lt;b&gt;b&lt;/b&gt;</title></item><item><title>1 &lt; 2 &amp; 3</title></item>
            <item><title>x &amp;lt;y&amp;gt;</title></item>
            """)
        #expect(found.map { $0["title"]?.string } == ["a & b", "1 < 2 & 3", "x <y>"])
    }

    @Test func `a document that is not well-formed is read as intended`() throws {
        let found = try items(
            """
            <item><title>A & B &eacute; &nosuch; &#150; 1 < 2</title><link>http://x/?a=1&b=2</link></item>
            <item><pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate><media:title>m</media:title></item>
            """)
        #expect(found.first?["link"]?.string == "http://x/?a=1&b=2")
        #expect(found.first?["title"]?.string?.hasPrefix("A & B é &nosuch; –") == true)
    }

    @Test func `a time that cannot be parsed is kept and reported`() throws {
        let text = "<rss><channel><item><guid>g</guid><pubDate>soon</pubDate></item></channel></rss>"
        let decoded = try decode("\n\n<!-- -->\n" + text)
        #expect(
            decoded.rejects == [
                Reject(line: 4, key: "g", field: "published", found: "soon", reason: "not a time")
            ])
        #expect(
            decoded.records.map { String(decoding: $0.data, as: UTF8.self) }
                == [#"{"id":"g","reported":{"published":"soon"}}"#])
    }

    @Test func `a feed may state its lifetime`() throws {
        let hours = "<rss><channel><ttl>90</ttl></channel></rss>"
        #expect(try decode(hours).lifetime == .seconds(5400))
        let twice = """
            <rss xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><sy:updatePeriod>daily</sy:updatePeriod>
            <sy:updateFrequency>2</sy:updateFrequency></channel></rss>
            """
        #expect(try decode(twice).lifetime == .seconds(43_200))
    }

    @Test func `a feed may state its quiet times`() throws {
        let text = """
            <rss><channel><skipHours><hour>0</hour><hour>1</hour></skipHours><skipDays><day>Sunday</day></skipDays>
            <item><hour>5</hour></item></channel></rss>
            """
        var wanted = QuietTimes()
        wanted.add(hour: 0)
        wanted.add(hour: 1)
        wanted.add(day: "Sunday")
        #expect(try decode(text).quiet == wanted)
        #expect(try decode("<rss><channel><item><title>a</title></item></channel></rss>").quiet == nil)
    }

    @Test func `an entry may have a position`() throws {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss"><entry><id>a</id>
            <georss:point>45.2 -71.9</georss:point></entry></feed>
            """
        #expect(try decode(text).records.first?.position == Position(latitude: 45.2, longitude: -71.9))
    }

    @Test func `an empty document, a page, other XML and broken JSON have different reasons`() {
        #expect(reason("") == .empty)
        #expect(reason(" \n ") == .empty)
        #expect(reason("<!DOCTYPE html><html><body>no</body></html>") == .content)
        #expect(reason("<?xml version='1.0'?><opml><body/></opml>") == .content)
        #expect(reason("no feed at all") == .content)
        #expect(reason("{\"version\":\"x\"}") == .content)
        #expect(reason("{\"version\":") == .parse)
    }

    @Test func `a feed without entries is a feed`() throws {
        #expect(try decode("<rss><channel><title>t</title></channel></rss>").records.isEmpty)
    }

    @Test(arguments: ["utf-8", "iso-8859-1"])
    func `the bytes of a feed disprove the header and the declaration`(label: String) throws {
        let start = "<?xml version='1.0' encoding='\(label)'?><rss><channel><item><title>"
        let end = "</title><guid>g</guid></item></channel></rss>"
        let isUTF8 = label != "utf-8"
        let name =
            isUTF8
            ? Array("Rhône \u{201C}a\u{201D}".utf8) : [0x52, 0x68, 0xF4, 0x6E, 0x65, 0x20, 0x93, 0x61, 0x94]
        let bytes = Array(start.utf8) + name + Array(end.utf8)
        for header in [nil, label] as [String?] {
            let context = DocumentContext(reference: UTC(seconds: 0), charset: header)
            let found = try TestDocument.decode(.feed, "", bytes, slice: 50, context: context)
            #expect(found.records.map(\.title) == ["Rhône \u{201C}a\u{201D}"])
            #expect(found.notes.count == (header == nil ? 1 : 2))
            let actual = isUTF8 ? "utf-8" : "windows-1252"
            #expect(found.notes.allSatisfy { $0.hasSuffix("but the text is \(actual): read as \(actual)") })
        }
    }

    @Test func `a declaration of UTF-16 in ASCII is wrong`() throws {
        let found = try decode(
            "<?xml version='1.0' encoding='utf-16'?><rss><channel><item><title>é</title></item></channel></rss>"
        )
        #expect(found.records.map(\.title) == ["é"])
        #expect(found.notes.count == 1)
    }

    @Test func `the declaration counts if the header is wrong`() throws {
        let start = "<?xml version='1.0' encoding='windows-1251'?><rss><channel><item><title>"
        let bytes = Array(start.utf8) + [0xCF, 0xF0, 0xE8] + Array("</title></item></channel></rss>".utf8)
        let context = DocumentContext(reference: UTC(seconds: 0), charset: "utf-8")
        let found = try TestDocument.decode(.feed, "", bytes, context: context)
        #expect(found.records.map(\.title) == ["При"])
        #expect(
            found.notes == [
                "the HTTP header says charset=utf-8, but the text is windows-1251: read as windows-1251"
            ])
    }

    @Test func `the rules apply to entries`() throws {
        let text =
            "<rss><channel><item><guid>a</guid><title>x</title></item><item><guid>b</guid></item></channel></rss>"
        let decoded = try decode(text, "[Record]\nKey=title\nRename=title:name\nOmit=id")
        #expect(decoded.records.map(\.key) == ["x"])
        #expect(decoded.records.map { String(decoding: $0.data, as: UTF8.self) } == [#"{"name":"x"}"#])
        #expect(decoded.rejects.count == 1)
    }

    @Test func `entities of the document are never expanded`() throws {
        var text = "<!DOCTYPE rss [<!ENTITY a0 \"ha\"><!ENTITY f SYSTEM \"file:///etc/passwd\">"
        for level in 1..<30 { text += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        text += "]><rss><channel><item><title>&a29; &f;</title></item></channel></rss>"
        let decoded = try decode(text)
        #expect(decoded.records.map(\.title) == ["&a29; &f;"])
    }

    @Test func `the nesting depth is limited`() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        let text = "<rss><channel><item><guid>1</guid></item>\(deep)"
        let decoded = try TestDocument.decode(.feed, "", Array(text.utf8))
        #expect(decoded.records.map(\.key) == ["1"])
        #expect(decoded.rejects.count == 1)
    }

    @Test(arguments: [
        (
            "<br />\n<b>Warning</b>: key in <b>/x.php</b><br />\n",
            "text precedes the feed, first <br>; left out"
        ),
        ("Notice: x\n", "text precedes the feed; left out"),
        ("<div class='a > b'><!-- c -->", "text precedes the feed, first <div>; left out"),
        ("\u{FEFF}\n", nil),
    ])
    func `text and HTML before a feed are left out, with a remark`(text: String, note: String?) throws {
        let feed = "<?xml version='1.0'?><rss><channel><item><guid>1</guid></item></channel></rss>"
        let decoded = try decode(text + feed)
        #expect(decoded.records.map(\.key) == ["1"])
        #expect(decoded.notes == [note].compactMap(\.self))
    }

    @Test(arguments: ["\n<br />\n<b>Fatal error</b>: x", "trailing", "<rss></rss>"])
    func `text after the end of a feed is a remark, and no fault of the feed`(text: String) throws {
        let decoded = try decode("<rss><channel><item><guid>1</guid></item></channel></rss>" + text)
        #expect(decoded.records.map(\.key) == ["1"])
        #expect(decoded.rejects.isEmpty)
        #expect(decoded.notes.contains { $0.contains("text follows the end of the feed in line") })
    }

    @Test(arguments: [
        ("<p>Hello</p>", "<p>"), ("<br><html><p>x</p></html>", "<html>"), ("<b>Error</b>", "<b>"),
    ])
    func `HTML without a feed is none`(text: String, found: String) {
        let error = #expect(throws: DecodeError.self) { try decode(text) }
        #expect(error?.reason == .content && error?.found == found)
    }

    @Test(arguments: [
        ("Notice: x\n", "", "text precedes the feed; left out"),
        ("<br><b>Warning</b>: {y}\n", "", "text precedes the feed; left out"),
        ("", "\n<!-- cached -->", "text follows the end of the feed; left out"), ("\u{FEFF}", "\n", nil),
    ])
    func `text before and after a JSON Feed is left out, with a remark`(
        start: String, end: String, note: String?
    ) throws {
        let feed = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1"}, {"id": "2"}]}"#
        let decoded = try decode(start + feed + end)
        #expect(decoded.records.map(\.key) == ["1", "2"])
        #expect(decoded.notes == [note].compactMap(\.self))
    }

    @Test func `a JSON Feed without a list of items is none, one with an empty list is empty`() throws {
        let start = #"{"version": "https://jsonfeed.org/version/1.1", "title": "a""#
        for rest in ["}", #", "items": null}"#] { #expect(reason(start + rest) == .shape) }
        #expect(try decode(start + #", "items": []}"#).records.isEmpty)
    }

    @Test func `entries with one id and nothing else but their text or date are entries`() throws {
        let found = try decode(
            """
            <rss><channel><item><guid>0</guid><description>a</description></item>
            <item><guid>0</guid><description>b</description></item>
            <item><guid>0</guid><pubDate>2026-05-06</pubDate></item></channel></rss>
            """)
        #expect(Set(found.records.map(\.key)).count == 3)
    }
}
