import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The public JSONTestSuite, and real documents.
@Suite struct JSONSuiteTests {
    private static func names(_ prefix: String) -> [String] {
        // A missing corpus yields no names, which the count below detects.
        ((try? CorpusFile.names("json/JSONTestSuite")) ?? []).filter { $0.hasPrefix(prefix) }
    }

    private func decode(_ name: String, slice: Int = 65_536) throws -> Decoded {
        try TestDocument.decode(.json, "", CorpusFile.bytes("json/JSONTestSuite/\(name)"), slice: slice)
    }

    @Test func `the suite is complete`() {
        #expect(Self.names("y_").count == 31)
        #expect(Self.names("n_").count == 63)
    }

    @Test(arguments: names("y_"))
    func `every valid text is accepted`(name: String) throws {
        let whole = try decode(name)
        #expect(try decode(name, slice: 1) == whole)
        #expect(throws: Never.self) {
            try JSON(parsing: CorpusFile.bytes("json/JSONTestSuite/\(name)"))
        }
    }

    @Test(arguments: names("n_"))
    func `every invalid text is rejected`(name: String) throws {
        #expect(throws: DecodeError.self) { try decode(name) }
        #expect(throws: DecodeError.self) { try decode(name, slice: 7) }
        let bytes = try CorpusFile.bytes("json/JSONTestSuite/\(name)")
        #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    }

    /// The results for texts that the suite leaves open: numbers of any size and lone surrogates are
    /// accepted.
    @Test func `texts that the standard leaves open keep their results`() throws {
        let refused = Self.names("i_").filter { name in (try? decode(name)) == nil }
        #expect(
            refused == [
                "i_string_UTF8_surrogate_U+D800.json", "i_string_invalid_utf-8.json",
                "i_string_overlong_sequence_2_bytes.json", "i_string_truncated-utf-8.json",
            ])
    }

    @Test func `people with addresses are read completely`() throws {
        let rules = """
            [Record]
            Key=id
            Title=name
            Require=name email phone
            Number=address.geo.lat address.geo.lng
            Location=address.geo.lat address.geo.lng
            """
        let decoded = try TestDocument.decode(.json, rules, CorpusFile.bytes("json/users.json"))
        #expect(decoded.records.map(\.key) == (1...10).map(String.init))
        #expect(decoded.rejects.isEmpty)
        #expect(decoded.records[0].title == "Leanne Graham")
        #expect(decoded.records[0].position == Position(latitude: -37.3159, longitude: 81.1496))
        let data = try JSON(parsing: decoded.records[0].data)
        #expect(data["phone"] == "1-770-736-8031 x56442")
        #expect(data["address"]?["geo"]?["lat"] == .number("-37.3159"))
    }

    @Test func `schools agree with another reader`() throws {
        let rules = """
            [Record]
            Key=dbn
            Title=school_name
            Number=latitude longitude
            Location=latitude longitude
            Group=city
            """
        let decoded = try TestDocument.decode(.json, rules, CorpusFile.bytes("json/s3k6-pzi2.quarter.json"))
        let lines = try CorpusFile.lines("json/nyc.expected.jsonl").map { try JSON(parsing: $0) }
        #expect(decoded.records.count == lines.count)
        #expect(decoded.rejects.isEmpty)
        for wanted in lines {
            let record = try #require(decoded.records.first { $0.key == wanted["dbn"]?.string })
            let data = try JSON(parsing: record.data)
            #expect(data["school_name"] == wanted["school_name"])
            #expect(record.group == wanted["city"]?.string)
            #expect(record.position?.latitude == wanted["latitude"]?.double)
            #expect(record.position?.longitude == wanted["longitude"]?.double)
        }
    }

    @Test func `a truncated document is a fault instead of fewer records`() throws {
        let bytes = try CorpusFile.bytes("json/malformed.json")
        #expect(throws: DecodeError.self) { try TestDocument.decode(.json, "", bytes) }
    }

    @Test func `no prefix and no mutation crashes the decoder`() throws {
        let bytes = try CorpusFile.bytes("json/users.json")
        var accepted = 0
        for end in 0..<bytes.count where (try? outcome(Array(bytes[..<end]))) != nil { accepted += 1 }
        #expect(accepted == 0)
        var random = SeededGenerator(seed: 6)
        for _ in 0..<1000 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<broken.count, using: &random)
                broken[place] = UInt8.random(in: 0...255, using: &random)
            }
            // A mutation within a string may leave the text valid.
            _ = try? outcome(broken)
        }
    }

    private func outcome(_ bytes: [UInt8]) throws -> Decoded {
        try TestDocument.decode(
            .json, "[Record]\nKey=id\nNumber=address.geo.lat\nTitle=name", bytes, slice: 1000)
    }
}
