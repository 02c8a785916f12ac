import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Feeds with unescaped HTML whose elements are not closed.
@Suite struct XMLBalanceTests {
    private func decode(_ text: String, slice: Int = 50) throws -> Decoded {
        let context = DocumentContext(reference: UTC(seconds: 0), url: "http://x/")
        let document = Array("<rss version='2.0'><channel>\(text)</channel></rss>".utf8)
        return try TestDocument.decode(.feed, "", document, slice: slice, context: context)
    }

    /// Returns the keys, titles, summaries and links of a channel's items.
    private func items(_ text: String, slice: Int = 50) throws -> [[String?]] {
        try decode(text, slice: slice).records.map {
            let data = try JSON(parsing: $0.data)
            return [$0.key] + ["title", "summary", "link"].map { data[$0]?.string }
        }
    }

    private let next =
        "<item><guid>2</guid><title>b</title></item><item><guid>3</guid><title>c</title></item>"
    private let others: [[String?]] = [["2", "b", nil, nil], ["3", "c", nil, nil]]

    @Test(arguments: [
        "<br>", "<br><br>", "<br/>", "<BR>", "<br></br>", "<br >", "<img src='a.png'>",
        "<img src='a?b&amp;c=d'>",
        "<img alt='x > y' src='z'>", "<img src='a&b'></img>", "<hr><input type=text><wbr>", "<p>", "<p>x<p>y",
        "<a href='http://y/?a&amp;b'>x<a>", "<b><i>x</b></i>", "</p>", "</b></i></span>",
        "<ul><li>x<li>y</ul>",
        "<P>x</p>", "<div class=a>", "<_x>", "<é>x</é>", "<o:p>", "<font size='1'><center>",
        "<table><tr><td>x",
    ])
    func `no other entry is lost, nor what follows in the same one`(html: String) throws {
        for slice in [1, 50, 10_000] {
            let found = try items(
                "<item><guid>1</guid><title>a</title><description>x\(html)y</description><link>http://y/1</link></item>"
                    + next, slice: slice)
            #expect(found.count == 3 && found.last == others.last && found.dropFirst().first == others.first)
            #expect(found.first?.first == "1" && found.first?.last == "http://y/1", "\(found)")
        }
    }

    @Test(arguments: ["</description>", "</item></item>", "</x>", "</title></title></title>"])
    func `an end that closes nothing is left out, with a remark`(end: String) throws {
        let decoded = try decode("<item><guid>1</guid><title>a</title>\(end)</item>" + next)
        #expect(decoded.records.map(\.key) == ["1", "2", "3"])
        #expect(decoded.notes.contains { $0.contains("ends without an element") }, "\(decoded.notes)")
    }

    @Test func `an entry that begins closes the one before`() throws {
        let decoded = try decode("<item><guid>1</guid><description>x" + next)
        #expect(decoded.records.map(\.key) == ["1", "2", "3"])
        #expect(decoded.notes.contains { $0.contains("elements without an end: 2, first <description>") })
    }

    @Test func `a document in balance has no remark`() throws {
        let decoded = try decode(
            "<item><guid>1</guid><description><p>x<br/>y<img src='a'/></p></description></item>" + next)
        #expect(decoded.notes.isEmpty)
    }

    /// The places before the ends of texts in a document.
    private func places(_ document: [UInt8]) -> [Int] {
        let ends = ["title", "description", "summary", "content", "content:encoded"].map {
            Array("</\($0)>".utf8)
        }
        return document.indices.filter { at in
            document[at] == .lessThan && ends.contains { document[at...].starts(with: $0) }
        }
    }

    @Test func `no feed of the corpus loses an entry by HTML that is not closed, wherever it stands`() throws
    {
        var count = 0
        for line in try CorpusFile.lines("feed/feeds.expected.jsonl") {
            let file = try #require(JSON(parsing: line)["file"]?.string)
            let document = try CorpusFile.bytes("feed/\(file)")
            guard document.count < 40_000, let known = try? TestDocument.decode(.feed, "", document),
                known.records.count > 1
            else { continue }
            let keys = Set(known.records.map(\.key))
            for (number, place) in places(document).enumerated() {
                let html = ["<br>", "<p>", "<img src='a&amp;b'>"][number % 3]
                let changed = Array(document[..<place] + Array(html.utf8) + document[place...])
                let found = try TestDocument.decode(.feed, "", changed).records
                // A key without id and link depends on the title, which the text may belong to.
                let lost = keys.subtracting(found.map(\.key))
                let isWhole = found.count == known.records.count && lost.count <= 1
                #expect(isWhole, "\(file): \(html) at \(place)")
                count += 1
            }
        }
        #expect(count > 250)
    }
}
