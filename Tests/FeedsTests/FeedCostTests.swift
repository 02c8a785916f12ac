import Decoding
import Definitions
import Glibc
import Records
import TestDocuments
import Testing

/// Feeds whose size is allowed, but which would take quadratic time or much memory to read.
@Suite struct FeedCostTests {
    private func decode(_ text: String) throws -> Decoded {
        try TestDocument.decode(.feed, "", Array(text.utf8))
    }

    /// A feed of one entry.
    private func feed(_ entry: String, attributes: String = "") -> String {
        """
        <feed xmlns="http://www.w3.org/2005/Atom"\(attributes)><title>t</title>
        <entry><id>tag:example.net,2026:1</id>\(entry)</entry></feed>
        """
    }

    /// The resident memory of the process in bytes, by proc(5).
    private static func residentMemory() throws -> Int {
        let file = open("/proc/self/statm", O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        let pages = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        return try #require(Int(String(decoding: pages[1], as: UTF8.self))) * Int(getpagesize())
    }

    private func record(_ decoded: Decoded) throws -> JSON {
        try JSON(parsing: try #require(decoded.records.first).data)
    }

    /// Runs in a process of its own, in which no other test takes memory.
    @Test func `a document type with entities takes no memory once the feed is read`() async {
        await #expect(processExitsWith: .success) {
            let text = Array(
                """
                <!DOCTYPE rss [<!ENTITY a "b">]>
                <rss version="2.0"><channel><item><guid>g</guid></item></channel></rss>
                """.utf8)
            func decode() throws { for _ in 0..<500 { _ = try TestDocument.decode(.feed, "", text) } }
            try decode()
            let before = try FeedCostTests.residentMemory()
            try decode()
            try #require(try FeedCostTests.residentMemory() - before < 1_000_000)
        }
    }

    @Test(arguments: ["<a ", "<a b='", "<a b=\"", "</b", "<!a", "<?x", "<!--", "a&b", "&#1"])
    func `a text of nothing but unclosed tags is read in linear time`(_ tag: String) throws {
        let text = String(repeating: tag, count: 200_000 / tag.utf8.count)
        let escaped = text.replacing(text: "&", with: "&amp;").replacing(text: "<", with: "&lt;")
        let decoded = try decode(feed(#"<content type="html">\#(escaped)</content>"#))
        let content = try record(decoded)["content"]?.string ?? ""
        #expect(!content.contains("<a") && !content.contains("<!"))
    }

    @Test func `XHTML whose tags are not closed is read in linear time`() throws {
        let text = String(repeating: "&lt;a ", count: 50_000)
        let decoded = try decode(feed(#"<content type="xhtml"><div>\#(text)</div></content>"#))
        #expect(decoded.records.count == 1)
    }

    @Test func `a long base does not multiply the size of an entry`() throws {
        let links = String(repeating: "&lt;a href='x'>", count: 20_000)
        let elements = String(repeating: "<a href='x'/>", count: 20_000)
        for length in [900, 60_000] {
            let base = " xml:base='http://example.net/\(String(repeating: "a", count: length))/'"
            for content in [
                #"<content type="html">\#(links)</content>"#,
                #"<content type="xhtml"><div>\#(elements)</div></content>"#,
            ] {
                let decoded = try decode(feed(content, attributes: base))
                #expect(try #require(decoded.records.first).data.count < 8_000_000)
            }
        }
    }

    @Test func `a base of usual length makes addresses absolute`() throws {
        let content = #"<content type="html">&lt;a href='x'>y&lt;/a></content>"#
        let decoded = try decode(feed(content, attributes: " xml:base='http://example.net/a/'"))
        #expect(try record(decoded)["content"]?.string == #"<a href="http://example.net/a/x">y</a>"#)
    }

    @Test func `many tags and enclosures are each kept once, in linear time`() throws {
        let names = (0..<20_000).map { "n\($0)" }
        let tags = (names + names).map { "<category term='\($0)'/>" }.joined()
        let files = (names + names).map { "<link rel='enclosure' href='http://example.net/\($0)'/>" }.joined()
        let data = try record(decode(feed(tags + files)))
        #expect(data["tags"]?.array?.count == names.count)
        #expect(data["enclosures"]?.array?.count == names.count)
    }

    @Test func `very many namespaces in scope end in a reason`() throws {
        let level = (0..<100).map { " xmlns:n\($0)='u\($0)'" }.joined()
        func nested(_ levels: Int) -> String {
            let opening = (0..<levels).map {
                "<x:y xmlns:x='u'\(level.replacing(text: ":n", with: ":l\($0)n"))>"
            }
            return opening.joined() + String(repeating: "</x:y>", count: levels)
        }
        #expect(try decode(feed(nested(9))).records.count == 1)
        let error = #expect(throws: DecodeError.self) { try decode(feed(nested(11))) }
        #expect(error?.description.contains("nested too deeply") == true)
    }
}
