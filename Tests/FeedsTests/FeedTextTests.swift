import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The text of an entry without markup, and the name of an entry without a title.
@Suite struct FeedTextTests {
    private func record(_ content: String) throws -> Record {
        let start = "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel>"
        let text = "\(start)<item>\(content)</item></channel></rss>"
        let context = DocumentContext(reference: UTC(seconds: 0), url: "http://x/feed")
        let bytes = Array("<?xml version='1.0'?>\(text)".utf8)
        let records = try TestDocument.decode(.feed, "", bytes, slice: 7, context: context).records
        return try #require(records.first)
    }

    private func text(_ html: String) throws -> String {
        let record = try record("<guid>1</guid><description><![CDATA[\(html)]]></description>")
        return try JSON(parsing: record.data)["text"]?.string ?? ""
    }

    @Test(arguments: [
        ("application/pdf", "JVBERi0xLjQgaGVsbG8=", nil), ("application/json", "{\"a\":1}", nil),
        ("image/png", "aGVsbG8=", nil), ("application/octet-stream", "aGVsbG8=", "hello"),
        ("text/plain", "aGVsbG8=", "aGVsbG8="), ("html", "hello", "hello"),
    ])
    func `content of a media type that is no text is none`(
        type: String, content: String, expected: String?
    ) throws {
        let entry = "<entry><id>1</id><title>t</title><content type='\(type)'>\(content)</content></entry>"
        let text = "<feed xmlns='http://www.w3.org/2005/Atom'>\(entry)</feed>"
        let out = try TestDocument.decode(.feed, "", Array(text.utf8))
        let data = try JSON(parsing: try #require(out.records.first).data)
        #expect(data["text"]?.string == expected && data["content"]?.string == expected)
        let note = "1 text has a media type that is no text; left out"
        #expect(out.notes == (expected == nil ? [note] : []))
    }

    @Test func `content that is a file elsewhere is not left out`() throws {
        let content = "<content type='application/pdf' src='http://x/a.pdf'> </content>"
        let text = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id>\(content)</entry></feed>"
        #expect(try TestDocument.decode(.feed, "", Array(text.utf8)).notes.isEmpty)
    }

    @Test(arguments: [
        ("<pre>a\n  b</pre>", "a\n  b"), ("x<pre>\na\n\n b &lt;c&gt;</pre> y", "x\na\n\n b <c>\ny"),
        ("<pre><code>a <b>b</b>\r\nc</code></pre>", "a b\nc"), ("a\n  b", "a b"),
        ("<textarea>a\nb</textarea>", "a b"), ("</pre>a\nb", "a b"),
    ])
    func `preformatted text keeps its lines and blanks`(_ html: String, _ text: String) throws {
        #expect(try self.text(html) == text)
    }

    @Test(arguments: [
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"), ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol><li value='5'>a</li><li>b</li></ol>", "5. a\n6. b"), ("<ul><li> a</li></ul>", "• a"),
        ("<ol><li><p>a</p><ul><li>b</li></ul></li><li>c</li></ol>", "1. a\n• b\n2. c"),
        ("<ol><li></li><li>b</li></ol>c", "2. b\nc"), ("<li>a</li>", "• a"),
        ("<ol start='-3'><li>a</li></ol>", "1. a"), ("<ol start='99999999999999999999'><li>a</ol>", "1. a"),
        ("</ol></ul><ul></ul>x", "x"),
    ])
    func `the items of lists keep their numbers`(_ html: String, _ text: String) throws {
        #expect(try self.text(html) == text)
    }

    @Test(arguments: [
        ("10<sup>-6</sup> m, CO<sub>2</sub>", "10⁻⁶ m, CO₂"), ("x<sup>th</sup> <sup>1", "xth 1"),
        ("<details><summary>S</summary>body</details>", "S\nbody"),
        ("<sup>123456789</sup><sub></sub>", "123456789"),
    ])
    func `raised and lowered digits are not those of the number before them`(
        _ html: String, _ text: String
    ) throws {
        #expect(try self.text(html) == text)
    }

    @Test func `a list of nothing but items has room for its numbers`() throws {
        let html = "<ol start=9000>" + String(repeating: "<li>x", count: 3000) + "</ol>"
        let lines = try text(html).split(separator: "\n")
        #expect(lines.count == 3000 && lines.first == "9000. x" && lines.last == "9999. x")
    }

    @Test(arguments: [
        ("<img alt='joke' title='joke' src='c.png'>", "joke"),
        ("<p><img alt='a' title='b' src='c.png'><img src='d.png' alt=''></p>", "a\nb"),
        ("<img alt='x &amp; y' src='c.png'>", "x & y"), ("<img alt='a'> text", "text"),
        ("so <img class='emoji' alt='😀' src='e.png'> sad", "so 😀 sad"), ("<img src='c.png'>", ""),
        ("<img alt='🇨🇭🇨🇭' src='e.png'>", "🇨🇭🇨🇭"),
    ])
    func `images that are all of a text are their descriptions, and signs are text`(
        _ html: String, _ text: String
    ) throws {
        #expect(try self.text(html) == text)
    }

    @Test func `half a character of UTF-16 is one with its other half`() throws {
        let title = "&#55357;&#56832; &#xD83D;&#xDE00; &amp;#55357;&amp;#56832; &#55357; &#56832;x"
        #expect(try record("<guid>1</guid><title>\(title)</title>").title == "😀 😀 😀 \u{FFFD} \u{FFFD}x")
        #expect(try text("&#55357;&#56832;&#55357;") == "😀\u{FFFD}")
    }

    @Test func `an entry without a title is called by the first words of its text`() throws {
        let short = try record("<guid>1</guid><description>&lt;p&gt;Hello\n world&lt;/p&gt;x</description>")
        #expect(short.title == "Hello world x")
        #expect(try JSON(parsing: short.data)["title"] == nil)
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let long = try record("<guid>1</guid><title> </title><description>\(words)</description>")
        #expect(long.title == String(words.prefix(79)) + "…")
        let script = String(repeating: "字", count: 200)
        let other = try record("<guid>1</guid><description>\(script)</description>")
        #expect(other.title == String(script.prefix(80)) + "…")
    }

    @Test func `an entry without any text is called by its file, or has no name`() throws {
        let media = "<media:content url='http://x/i.png'><media:title>A cat</media:title></media:content>"
        #expect(try record("<guid>1</guid>\(media)").title == "A cat")
        #expect(try record("<guid>1</guid><enclosure url='http://x/a.mp3'/>").title == nil)
    }

    @Test func `names of characters are those of HTML`() throws {
        #expect(try text("<p>&eacute;&hellip;&thetasym;&colon;&apos;&nosuch;&Eacute;") == "é…ϑ:'&nosuch;É")
    }
}
