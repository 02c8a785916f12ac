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

    @Test func `every prefix of the document decodes or throws`() throws {
        let bytes = try CorpusFile.bytes("json/quakes.geojson")
        let text = try ShippedDefinitionTests.text("quakes.source")
        for length in 0..<bytes.count {
            // Only a trap would be wrong.
            _ = try? TestDocument.decode(.json, text, Array(bytes[..<length]))
        }
        #expect(try TestDocument.decode(.json, text, bytes).records.count == 3)
    }
}
