import Decoding
import Definitions
import Feeds
import Records
import TestDocuments
import Testing

/// Real and artificial feeds compared with feedparser; every difference is listed with its reason.
@Suite struct FeedCorpusTests {
    /// A field of both readers.
    private struct Field: Hashable {
        let file: String
        let name: String
        let isSame: Bool

        /// The group of files that the field is counted for.
        var category: String {
            let parts = file.split(separator: "/")
            let isDeep = parts[0].hasPrefix("feedparser") && parts.count > 3
            return parts.prefix(isDeep ? 3 : parts[0].hasPrefix("feedparser") ? 2 : 1).joined(separator: "/")
        }
    }

    @Test func `feeds agree with another reader, except for the listed differences`() throws {
        var fields: [Field] = []
        for line in try CorpusFile.lines("feed/feeds.expected.jsonl") {
            fields += try compare(JSON(parsing: line))
        }
        show(fields)
        let differing = Set(fields.filter { !$0.isSame }.map { "\($0.file)\t\($0.name)" })
        let listed = try CorpusFile.lines("feed/differences.tsv").map { String(decoding: $0, as: UTF8.self) }
        let explained = Set(listed.map { $0.split(separator: "\t").prefix(2).joined(separator: "\t") })
        for difference in differing.subtracting(explained).sorted() { print("differs:", difference) }
        #expect(differing == explained)
    }

    /// Prints the share of equal fields by category.
    private func show(_ fields: [Field]) {
        for (category, members) in Dictionary(grouping: fields, by: \.category).sorted(by: { $0.key < $1.key }
        ) {
            let same = members.count { $0.isSame }
            print("\(category): \(same) of \(members.count), \(same * 1000 / members.count) per mille")
        }
        let ofSuite = fields.filter { $0.category.hasPrefix("feedparser-6.0.14/wellformed") }
        print("wellformed: \(ofSuite.count { $0.isSame }) of \(ofSuite.count)")
    }

    private func compare(_ expected: JSON) throws -> [Field] {
        let file = try #require(expected["file"]?.string)
        let context = DocumentContext(
            reference: UTC(seconds: 0), charset: expected["charset"]?.string,
            url: expected["url"]?.string ?? "http://127.0.0.1:8097/\(file)")
        let bytes = try CorpusFile.bytes("feed/\(file)")
        var decoder = try FeedDecoder(options: Options(), context: context)
        // feedparser has no entries for documents that are not feeds, either.
        guard let out = try? decoder.decode(whole: bytes) else {
            return [Field(file: file, name: "count", isSame: expected["entries"]?.array?.isEmpty ?? false)]
        }
        return feed(file, expected["feed"] ?? .null, decoder.feed)
            + (try entries(file, expected["entries"]?.array ?? [], out.records))
    }

    private func feed(_ file: String, _ expected: JSON, _ feed: Feed) -> [Field] {
        let found: [String: String?] = [
            "title": shown(feed.title), "link": feed.link, "subtitle": feed.subtitle?.richest,
            "id": feed.id,
            "author": feed.author, "language": feed.language, "rights": shown(feed.rights),
            "updated": feed.updated?.description,
        ]
        return (expected.object ?? []).compactMap { member in
            guard let text = found[member.name] else { return nil }
            let isSame = normalized(member.value.string) == normalized(text)
            return Field(file: file, name: "feed.\(member.name)", isSame: isSame)
        }
    }

    private func entries(_ file: String, _ expected: [JSON], _ records: [Record]) throws -> [Field] {
        var fields = [Field(file: file, name: "count", isSame: expected.count == records.count)]
        for (wanted, record) in zip(expected, records) {
            let data = try JSON(parsing: record.data)
            for member in wanted.object ?? [] {
                fields.append(Field(file: file, name: member.name, isSame: isSame(member, data)))
            }
        }
        return fields
    }

    /// Returns a text as the other reader has it, which does not escape what is not markup.
    private func shown(_ text: FeedText?) -> String? { text.map { $0.html ?? $0.plain } }

    private func isSame(_ member: JSON.Member, _ data: JSON) -> Bool {
        switch member.name {
        case "tags": return member.value == data["tags"]
        case "enclosures":
            let urls = (data["enclosures"]?.array ?? []).compactMap { $0["url"]?.string }
            let wanted = (member.value.array ?? []).compactMap(\.string)
            return Array(urls.prefix(wanted.count)) == wanted
        case "title":
            let wanted = FeedText(html: member.value.string ?? "", base: nil).plain
            return normalized(wanted) == normalized(data["title"]?.string)
        case "summary", "content":
            let other = member.name == "summary" ? "content" : "summary"
            let found = data[member.name] ?? data[other]
            return normalized(member.value.string) == normalized(found?.string)
        default: return normalized(member.value.string) == normalized(data[member.name]?.string)
        }
    }

    /// Returns the text with each run of blanks collapsed.
    private func normalized(_ text: String?) -> String {
        (text ?? "").split { $0.isWhitespace }.joined(separator: " ")
    }

    @Test func `JSON feeds agree with another reader`() throws {
        for line in try CorpusFile.lines("feed/jsonfeeds.expected.jsonl") {
            let expected = try JSON(parsing: line)
            let file = try #require(expected["file"]?.string)
            let decoded = try TestDocument.decode(.feed, "", CorpusFile.bytes("feed/\(file)"))
            let items = expected["items"]?.array ?? []
            #expect(decoded.records.count == items.count, "\(file)")
            #expect(decoded.title == expected["title"]?.string)
            for (item, record) in zip(items, decoded.records) {
                try check(item, JSON(parsing: record.data), file)
            }
        }
    }

    private func check(_ item: JSON, _ data: JSON, _ file: String) throws {
        #expect(data["id"] == item["id"], "\(file)")
        #expect(data["link"] == item["url"] ?? item["external_url"], "\(file)")
        #expect(normalized(data["title"]?.string) == normalized(item["title"]?.string), "\(file)")
        #expect(data["published"] == item["published_utc"], "\(file)")
        #expect(data["updated"] == item["modified_utc"], "\(file)")
        let listed = item["tags"]?.string.map { $0.split(separator: ",").map { JSON.string(String($0)) } }
        #expect(data["tags"] == (listed.map(JSON.array) ?? item["tags"]), "\(file)")
        let attachments = (data["enclosures"]?.array ?? []).compactMap { $0["url"] }
        #expect(JSON.array(attachments) == item["attachments"] ?? [], "\(file)")
        if let html = item["html"]?.string {
            let wanted = FeedText(html: html, base: nil)
            #expect(normalized(data["text"]?.string) == normalized(wanted.plain), "\(file)")
        }
    }

    @Test(arguments: [1, 7, 300])
    func `the result does not depend on the slices`(slice: Int) throws {
        for line in try CorpusFile.lines("feed/feeds.expected.jsonl").enumerated() where line.offset % 9 == 0
        {
            let file = try #require(JSON(parsing: line.element)["file"]?.string)
            let bytes = try CorpusFile.bytes("feed/\(file)")
            let whole = Result { try TestDocument.decode(.feed, "", bytes) }
            let parts = Result { try TestDocument.decode(.feed, "", bytes, slice: slice) }
            #expect((try? whole.get()) == (try? parts.get()), "\(file)")
        }
    }

    @Test(arguments: [1, 7, 50])
    func `the slices do not matter where tags are broken`(slice: Int) throws {
        let bytes = try CorpusFile.bytes("feed/broken-tags.xml")
        let whole = try TestDocument.decode(.feed, "", bytes)
        #expect(whole == (try TestDocument.decode(.feed, "", bytes, slice: slice)))
        #expect(whole.records.count == 2)
    }

    @Test func `no prefix and no mutation crashes the decoder`() throws {
        let files = ["feed-rs/rss1/rss_1.0_spec_2.xml", "feed-rs/atom/atom_example_6.xml"]
        var random = SeededGenerator(seed: 7)
        var readings = 0
        for file in files {
            let bytes = try CorpusFile.bytes("feed/\(file)")
            for end in 0..<bytes.count { readings += outcome(Array(bytes[..<end])) }
            for _ in 0..<1000 {
                var broken = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<broken.count, using: &random)
                    broken[place] = UInt8.random(in: 0...255, using: &random)
                }
                readings += outcome(broken)
            }
        }
        #expect(readings > 4000)
    }

    /// Returns 1, whether the bytes could be read or not.
    private func outcome(_ bytes: [UInt8]) -> Int {
        // Both a result and an error are acceptable.
        _ = try? TestDocument.decode(.feed, "", bytes, slice: 500)
        return 1
    }
}
