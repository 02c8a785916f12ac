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
}
