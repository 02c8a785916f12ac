import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The rules of `[Record]`, applied to reports.
@Suite struct RuledDecoderTests {
    private static let reports = Array(
        """
        KPWM 010751Z 32008KT 10SM CLR 08/04 A3004
        EGLL 010750Z 26006KT 0800 FG VV002 12/12 Q1013
        KBOS 010754Z 30010KT 2SM BR OVC020 12/11 A3001

        """.utf8)

    private static func decode(_ rules: String) throws -> Decoded {
        try TestDocument.decode(.metar, "[Record]\n" + rules, reports, slice: 31)
    }

    @Test func `a record that does not satisfy the condition is counted as omitted`() throws {
        let out = try Self.decode("Where=flightRules in [IFR, LIFR]")
        #expect(out.records.map(\.key) == ["EGLL", "KBOS"])
        #expect(out.omitted == ["where": 1])
    }

    @Test func `members are left out and renamed while the key stays`() throws {
        let record = try #require(
            Self.decode("Omit=reported raw relative*\nRename=altimeter:QNH").records.first)
        let data = try JSON(parsing: record.data)
        #expect(record.key == "KPWM")
        #expect(data["QNH"] == 1017.27)
        #expect(data["reported"] == nil && data["raw"] == nil && data["relativeHumidity"] == nil)
        #expect(data.canonicalBytes == record.data)
    }

    @Test func `MinRecords= alone is a rule`() throws {
        #expect(try Self.decode("MinRecords=3").records == Self.decode("").records)
        #expect(throws: DecodeError.self) { try Self.decode("MinRecords=4") }
    }

    @Test func `members can form the title and the group`() throws {
        let records = try Self.decode("Title=station flightRules\nGroup=flightRules").records
        #expect(records.map(\.title) == ["KPWM VFR", "EGLL LIFR", "KBOS IFR"])
        #expect(records.map(\.group) == ["VFR", "LIFR", "IFR"])
    }

    @Test func `a record without a required member is rejected under its key`() throws {
        let out = try Self.decode("Require=ceiling")
        #expect(out.records.map(\.key) == ["EGLL", "KBOS"])
        #expect(out.rejects.map(\.key) == ["KPWM"])
        #expect(out.rejects.map(\.field) == ["ceiling"])
    }

    @Test func `a value that does not match is kept and reported`() throws {
        let out = try Self.decode("Match=station K...")
        #expect(out.records.count == 3)
        #expect(out.rejects.map(\.key) == ["EGLL"])
    }

    @Test(arguments: [Kind.taf, .winds, .report, .forecast])
    func `the rules apply to every kind of weather`(kind: Kind) throws {
        #expect(throws: OptionError.self) {
            try kind.decoder(options: TestDocument.options("[Record]\nWhere=a ="), context: .test)
        }
    }
}
