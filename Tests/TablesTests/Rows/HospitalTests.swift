import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Five editions of the NHS's organisations, compared with the records of another reader.
@Suite struct HospitalTests {
    private static let definition = """
        [Table]
        Encoding=windows-1252
        Delimiter=auto
        Quote=none
        HeaderContains=OrganisationID

        [Record]
        Key=OrganisationID
        Title=OrganisationName
        Require=OrganisationID OrganisationName
        Boolean=IsPimsManaged
        Number=Latitude Longitude
        Location=Latitude Longitude
        Map=Sector NHS:*nhs* Independent:*
        Group=Sector
        Columns=OrganisationName City Sector Phone
        """
    private static let editions = [
        "CCG-2014-02-xAC", "HealthAuthority-2014-02-xAC", "Hospital-2016-02-comma-broken",
        "Hospital-2018-02-xAC-lf", "Hospital-2020-06-tab-crlf",
    ]

    private func decode(_ edition: String, slice: Int = 65_536) throws -> Decoded {
        let bytes = try CorpusFile.bytes("table/nhs/\(edition).csv")
        return try TestDocument.decode(.table, Self.definition, bytes, slice: slice)
    }

    /// Returns the record for an expected line.
    private func wanted(_ line: [UInt8]) throws -> JSON {
        let expected = try JSON(parsing: line)
        let members = (expected.object ?? []).compactMap { member -> JSON.Member? in
            switch member.name {
            case "_line": nil
            case "_sector": JSON.Member("Sector", member.value)
            case "Sector": JSON.Member("SectorOriginal", member.value)
            default: member
            }
        }
        return .object(members)
    }

    @Test(arguments: editions)
    func `every row agrees with another reader`(edition: String) throws {
        let decoded = try decode(edition)
        let lines = try CorpusFile.lines("table/nhs/\(edition).expected.jsonl")
        #expect(decoded.records.count == lines.count)
        for (record, line) in zip(decoded.records, lines) {
            let (found, wanted) = (try JSON(parsing: record.data), try wanted(line))
            #expect(same(found, wanted), "\(record.key)")
            #expect(record.data == found.canonicalBytes)
            #expect(record.key == wanted["OrganisationID"]?.string)
            #expect(record.group == wanted["Sector"]?.string)
            #expect(record.position?.latitude == wanted["Latitude"]?.double)
        }
    }

    /// Whether both are equal; numbers are compared by value, since only one side keeps the literal.
    private func same(_ found: JSON, _ wanted: JSON) -> Bool {
        let (left, right) = (found.object ?? [], wanted.object ?? [])
        return left.count == right.count
            && left.allSatisfy { member in
                guard let other = wanted[member.name] else { return false }
                return member.value == other || member.value.double.map { $0 == other.double } ?? false
            }
    }

    @Test func `the numbers keep their digits`() throws {
        let records = try decode("Hospital-2018-02-xAC-lf").records
        let texts = try records.compactMap { try JSON(parsing: $0.data)["Longitude"] }
        #expect(texts.contains(.number("-5.8118622750043869E-2")))
    }

    @Test func `rows with too many fields are rejected with their line and never shifted`() throws {
        let rejects = try decode("Hospital-2016-02-comma-broken").rejects
        #expect(rejects.count == 93)
        #expect(
            rejects.allSatisfy {
                $0.line != nil && $0.reason.contains(text: "fields where the header has 22: ")
            })
        let lines = try CorpusFile.lines("table/nhs/Hospital-2016-02-comma-broken.csv")
        for reject in rejects {
            let row = lines[(reject.line ?? 1) - 1]
            #expect(row.count { $0 == .comma } > 21)
        }
    }

    @Test(arguments: editions)
    func `the result does not depend on the slices`(edition: String) throws {
        let whole = try decode(edition)
        for slice in [1, 7, 4096] { #expect(try decode(edition, slice: slice) == whole) }
    }

    @Test func `titles are trimmed and data is unchanged`() throws {
        let record = try #require(
            decode("Hospital-2020-06-tab-crlf").records.first { $0.key == "1611" })
        #expect(record.title == "Zachary Merton Community Hospital")
        #expect(
            try JSON(parsing: record.data)["OrganisationName"] == "Zachary Merton Community Hospital ")
    }

    @Test func `a UTF-8 copy with the not sign yields the same records`() throws {
        let bytes = try CorpusFile.bytes("table/nhs/Hospital-2018-02-xAC-lf.csv")
        var text: [UInt8] = []
        var decoder = TextDecoder(charset: .windows1252)
        decoder.decode(bytes.span, into: &text)
        let definition = Self.definition.replacing("windows-1252", with: "auto")
        let copy = try TestDocument.decode(.table, definition, text)
        #expect(try copy == decode("Hospital-2018-02-xAC-lf"))
        #expect(try copy.records == TestDocument.decode(.table, definition, bytes).records)
    }

    @Test(arguments: ["¬", "\t", "|", "~", ";", ","])
    func `the shipped definition reads every notation of an edition`(delimiter: String) throws {
        let shipped = String(
            decoding: try CorpusFile.bytes("../../../etc/sources.d/hospitals.source"), as: UTF8.self)
        let bytes = try CorpusFile.bytes("table/nhs/Hospital-2018-02-xAC-lf.csv")
        let wanted = try TestDocument.decode(.table, shipped, bytes).records
        var text: [UInt8] = []
        var decoder = TextDecoder(charset: .windows1252)
        decoder.decode(bytes.span, into: &text)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: "¬", omittingEmptySubsequences: false)
                .map { $0.contains(delimiter) ? "\"\($0)\"" : String($0) }.joined(separator: delimiter)
        }
        for end in ["\n", "\r\n", "\r"] {
            let copy = "\u{FEFF}" + lines.joined(separator: end)
            #expect(try TestDocument.decode(.table, shipped, Array(copy.utf8)).records == wanted)
            var wide: [UInt8] = []
            for unit in copy.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
            #expect(try TestDocument.decode(.table, shipped, wide).records == wanted)
        }
        #expect(wanted.count == 1234)
    }

    @Test func `a missing required column rejects the table`() throws {
        let bytes = try CorpusFile.bytes("table/nhs/HealthAuthority-2014-02-xAC.csv")
        let definition = Self.definition + "\nRequire=OrganisationCode"
        let error = #expect(throws: DecodeError.self) { try TestDocument.decode(.table, definition, bytes) }
        #expect(error?.reason == .shape)
        #expect(error?.part == "column OrganisationCode")
    }

    @Test func `no prefix and no mutation crashes the decoder`() throws {
        let bytes = try Array(CorpusFile.bytes("table/nhs/HealthAuthority-2014-02-xAC.csv"))
        var outcomes = 0
        for end in 0...bytes.count {
            outcomes += outcome(Array(bytes[..<end]))
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            outcomes += outcome(broken)
        }
        #expect(outcomes == bytes.count + 2001)
    }

    /// Returns 1, whether the bytes could be read or not.
    private func outcome(_ bytes: [UInt8]) -> Int {
        let quoted = Self.definition.replacing("Quote=none", with: "Quote=double")
        for definition in [Self.definition, quoted] {
            // Both a result and an error are acceptable.
            _ = try? TestDocument.decode(.table, definition, bytes, slice: 300)
        }
        return 1
    }
}
