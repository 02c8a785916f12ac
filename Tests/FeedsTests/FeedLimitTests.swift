import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Feeds made to exhaust a reader.
@Suite struct FeedLimitTests {
    private func decode(_ text: String) throws -> Decoded {
        try TestDocument.decode(.feed, "", Array(text.utf8))
    }

    @Test func `entities of a document are never expanded`() throws {
        let names = Array("abcdefghij")
        let entities = zip(names, names.dropFirst()).map { inner, outer in
            "<!ENTITY \(outer) \"\(String(repeating: "&\(inner);", count: 10))\">"
        }
        let text = """
            <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "lol">\(entities.joined())]>
            <rss><channel><item><guid>g</guid><title>&j;</title></item></channel></rss>
            """
        let data = try #require(try decode(text).records.first?.data)
        #expect(data.count < 100)
        #expect(String(decoding: data, as: UTF8.self).contains("&j;"))
    }

    @Test func `entities of other files are never read`() throws {
        let text = """
            <!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/hostname">]>
            <rss><channel><item><guid>g</guid><title>&x;</title></item></channel></rss>
            """
        #expect(try decode(text).records.first?.title == "&x;")
    }

    @Test func `a document nested too deeply is rejected with a reason`() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        let error = #expect(throws: DecodeError.self) { try decode("<rss><channel><item>" + deep) }
        #expect(error?.reason == .parse)
        #expect(error?.description.contains("nested too deeply") == true)
        let late = try decode("<rss><channel><item><guid>g</guid></item><item>\(deep)")
        #expect(late.records.map(\.key) == ["g"])
        #expect(late.rejects.map(\.reason) == ["the rest is nested too deeply or is too long"])
    }

    @Test func `a tag with very many attributes is text`() throws {
        let many = (0..<20_000).map { " a\($0)=\"\"" }.joined()
        let text =
            "<rss><channel><item><guid>g</guid><title>t</title></item><item\(many)></item></channel></rss>"
        #expect(try decode(text).records.map(\.key) == ["g"])
    }

    @Test func `a feed that is not well-formed is not taken for a truncated one`() throws {
        let text = "<rss><channel><item><guid>g</guid><b>bold</item></channel></rss>"
        #expect(try decode(text).rejects.isEmpty)
    }

    @Test(arguments: [
        "<rss>", "<rss><channel><title>t</title>", "<rss><channel><title>t</title></channel>",
        "<rss><channel><title>t", "<rss><channel><item><guid>a</guid>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><id>a</id>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><channel xmlns='http://purl.org/rss/1.0/'>",
    ])
    func `a feed that is cut off before its first entry is a failure`(text: String) {
        let error = #expect(throws: DecodeError.self) { try decode(text) }
        #expect(error?.reason == .truncated)
        #expect(error?.description.hasSuffix("ends too early, before its first entry") == true)
    }

    // Releases of libxml2 differ in whether they count a line break at the end.
    @Test(arguments: ["", "\n</channel>", "\n<item><guid>b", "\n</chann", "\n<item>"])
    func `a feed that is cut off after an entry keeps its entries and says so`(rest: String) throws {
        let found = try decode("<rss><channel>\n<item><guid>g</guid></item>\(rest)")
        #expect(found.records.map(\.key) == ["g"])
        let line = rest.isEmpty ? 2 : 3
        #expect(found.notes == ["the document is cut off in line \(line): entries after it are missing"])
    }

    @Test(arguments: [
        "<rss><channel/></rss>", "<rss/>", "<rss><channel></channel></rss><!-- made in 3 ms -->\n",
        "<RSS><channel></channel></rss>", "<rss><channel><b/></channel></rss >",
    ])
    func `a complete feed without entries has no remarks`(text: String) throws {
        #expect(try decode(text).notes.isEmpty)
    }
}
