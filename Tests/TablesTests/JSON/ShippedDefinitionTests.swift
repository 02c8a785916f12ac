import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The definitions that the package installs, with documents as their upstreams send them.
@Suite struct ShippedDefinitionTests {
    private static func text(_ name: String) throws -> String {
        let path = "../../../etc/sources.d/" + name
        return String(decoding: try CorpusFile.bytes(path), as: UTF8.self)
    }

    @Test func `earthquakes have a key, a title, a magnitude and a position`() throws {
        let bytes = try CorpusFile.bytes("json/quakes.geojson")
        let found = try TestDocument.decode(.json, ShippedDefinitionTests.text("quakes.source"), bytes)
        #expect(found.rejects == [])
        #expect(found.records.map(\.key) == ["ci37702767", "hv61835081", "us20009wbh"])
        let last = try #require(found.records.last)
        #expect(last.title == "M 3.8 - 12km NNW of Stroud, Oklahoma")
        #expect(last.position == Position(latitude: 35.8536, longitude: -96.6935))
        let data = try JSON(parsing: last.data)
        #expect(data["properties"]?["mag"]?.double == 3.8)
        #expect(data["properties"]?["detail"] == nil)
    }

    private static func decode(_ definition: String, _ file: String, as kind: Kind = .json) throws -> Decoded
    {
        try TestDocument.decode(kind, text(definition), CorpusFile.bytes(file))
    }

    private static func data(_ record: Record?) throws -> JSON { try JSON(parsing: #require(record).data) }

    @Test func `air quality has a record for each hour`() throws {
        let found = try Self.decode("air-quality@.source", "json/air-quality.json")
        #expect(found.rejects == [])
        #expect(found.records.count == 48)
        #expect(found.records[0].key == "2023-04-25T00:00")
        let data = try Self.data(found.records[47])
        #expect(data["time"] == "2023-04-26T23:00:00Z")
        #expect(data["pm2_5"]?.double == 11.4)
        #expect(data["carbon_monoxide"]?.double == 168)
    }

    @Test func `tides are high and low waters with their heights`() throws {
        let found = try Self.decode("tides@.source", "json/tides.json")
        #expect(found.rejects == [])
        let data = try found.records.map { try Self.data($0) }
        #expect(data.map { $0["time"] } == ["2026-07-18T00:46:00Z", "2026-07-18T07:24:00Z"])
        #expect(data.map { $0["type"] } == ["high", "low"])
        #expect(data.map { $0["height"]?.double } == [0.937, 0.017])
        let error = Array(#"{"error": {"message":"No Predictions data was found."}}"#.utf8)
        let refusal = #expect(throws: DecodeError.self) {
            try TestDocument.decode(.json, Self.text("tides@.source"), error)
        }
        #expect(refusal?.description.contains(text: "No Predictions data was found.") == true)
    }

    @Test func `an earthquake says when it was`() throws {
        let text = """
            {"features":[{"type":"Feature","properties":{"mag":4.5,"place":"10 km N of X","time":1795874400000,
            "updated":1795874460000,"title":"M 4.5"},"geometry":{"type":"Point","coordinates":[10,50,7]},"id":"us1"}]}
            """
        let found = try TestDocument.decode(.json, Self.text("quakes.source"), Array(text.utf8))
        #expect(try Self.data(found.records.first)["properties"]?["time"] == "2026-11-28T14:00:00Z")
        #expect(try Self.data(found.records.first)["properties"]?["updated"] == "2026-11-28T14:01:00Z")
        #expect(
            try Self.text("quakes.source").contains(
                text: "Columns=properties.mag properties.place properties.time"))
    }

    @Test func `a sitemap is a table of pages, and a list of sitemaps one of sitemaps`() throws {
        let pages = try Self.decode("sitemap@.source", "xml/sitemap.xml", as: .table)
        let host = "https://www.example.org"
        #expect(pages.records.map(\.key) == ["\(host)/about/?a=1&b=2", "\(host)/posts/", "\(host)/odd/"])
        #expect(pages.rejects.map(\.reason) == ["not a time", "no key"])
        let first = try Self.data(pages.records[0])
        #expect(first["lastmod"] == "2020-10-24T13:41:52Z")
        #expect(first["priority"]?.double == 0.5)
        #expect(first["link"]?.array?.map { $0["hreflang"] } == ["de", "fr"])
        #expect(try Self.data(pages.records[1])["image"]?["loc"]?.string == "\(host)/a.png")
        let list = try Self.decode("sitemap@.source", "xml/sitemap-index.xml", as: .table)
        #expect(list.records.map(\.key).last == "https://eclipse.dev/hono/docs/2.7/sitemap.xml")
    }

    private static let documents: [(Kind, String, String)] = [
        (.json, "quakes.source", "json/quakes.geojson"), (.json, "tides@.source", "json/tides.json"),
        (.json, "air-quality@.source", "json/air-quality.json"),
        (.table, "sitemap@.source", "xml/sitemap.xml"), (.table, "sitemap@.source", "xml/sitemap-index.xml"),
    ]

    @Test(arguments: documents)
    func `every prefix of a document decodes or throws`(kind: Kind, definition: String, file: String) throws {
        let bytes = try CorpusFile.bytes(file)
        let text = try Self.text(definition)
        for length in 0..<bytes.count {
            // Only a trap would be wrong.
            _ = try? TestDocument.decode(kind, text, Array(bytes[..<length]))
        }
        #expect(try !TestDocument.decode(kind, text, bytes).records.isEmpty)
        let whole = try TestDocument.decode(kind, text, bytes).records
        #expect(try TestDocument.decode(kind, text, bytes, slice: 7).records == whole)
    }
}
