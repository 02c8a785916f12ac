import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite("Repair of XML") struct XMLRepairTests {
    /// Returns the links, titles and summaries of a channel's items that arrive in slices.
    private func items(_ text: String, slice: Int = 50) throws -> [[String?]] {
        let context = DocumentContext(reference: UTC(seconds: 0), url: "http://x/")
        let document = Array("<rss version='2.0'><channel>\(text)</channel></rss>".utf8)
        return try TestDocument.decode(.feed, "", document, slice: slice, context: context).records.map {
            let data = try JSON(parsing: $0.data)
            return ["link", "title", "summary"].map { data[$0]?.string }
        }
    }

    @Test func `references are resolved in text and in attributes, whatever their number`() throws {
        let text = """
            <item><title>1 &lt; 2</title><link>http://x/?a=1&amp;b=2&amp;c=3</link>
            <description>&lt;p class="a &amp;amp; b"&gt;&eacute;&#233;&#xe9; &#60;b&#62;&quot;&apos;&lt;/b&gt;&lt;/p&gt;</description>
            </item><item><title>a &amp; b &gt; c &foo; &#X41; & d&#9;e&#1;</title></item>
            """
        let expected = [
            [
                "http://x/?a=1&b=2&c=3", "1 < 2",
                "<p class=\"a &amp; b\">ééé <b>\"'</b></p>",
            ],
            [nil, "a & b > c &foo; &#X41; & d e", nil],
        ]
        for slice in [1, 7, 50, 1000] { #expect(try items(text, slice: slice) == expected) }
    }

    @Test(arguments: [
        "<b/ c>", "<b c=d/>", "<b>", "</b>", "<b c='<'/>", "<b c='&'/>", "<_ d=e/>", "&lt;b\u{1}",
    ])
    func `markup after a fault in a document is not lost`(fault: String) throws {
        let item = "<item><title>a &amp; b</title><description>&lt;p&gt;c&lt;/p&gt;</description></item>"
        let found = try items("<item><title>x</title><category>\(fault)</category></item>\(item)")
        #expect(found.last == [nil, "a & b", "<p>c</p>"], "\(fault)")
    }

    @Test func `brackets before a sign that would end a section stay`() throws {
        let ends = ["]]&gt;", "]]>", "&#93;&#93;&gt;", "]&#93;>", "]]]&#62;"]
        let text = ends.map { "<item><title>&amp;&amp;\($0)&amp;]]</title></item>" }.joined()
        for slice in [1, 50] {
            let titles = try items(text, slice: slice).map { $0[1] }
            #expect(titles == ["&&]]>&]]", "&&]]>&]]", "&&]]>&]]", "&&]]>&]]", "&&]]]>&]]"])
        }
    }

    @Test func `a text of any length and with any characters is whole`() throws {
        let words = (0..<9000).map { "\($0)é€😀" }.joined(separator: " ")
        let text = "<item><title>&amp;&amp;\(words)&amp;</title></item>"
        for slice in [13, 65_536] { #expect(try items(text, slice: slice) == [[nil, "&&\(words)&", nil]]) }
    }

    @Test func `references in a comment, a section and an attribute stay what they are`() throws {
        let text = """
            <item><title>a &amp; b<!-- &amp; &lt; --> &amp; c<![CDATA[ &x; ]]>&amp;</title>
            <enclosure url="http://x/?a&amp;b&amp;c=>'" type='"&gt;'/><link>http://x/&amp;&amp;</link></item>
            """
        #expect(try items(text) == [["http://x/&&", "a & b & c &x; &", nil]])
    }

    @Test func `a text without an end is read up to the end of the document`() throws {
        let context = DocumentContext(reference: UTC(seconds: 0))
        let document = "<rss><channel><item><title>a</title></item><item><title>&lt;&amp;&gt;b"
        let decoded = try TestDocument.decode(.feed, "", Array(document.utf8), slice: 9, context: context)
        #expect(decoded.records.map(\.title) == ["a"])
        #expect(decoded.notes.map { $0.contains("cut off") } == [true])
    }
}
