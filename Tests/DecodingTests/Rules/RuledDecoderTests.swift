import Decoding
import Records
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
        try Definition.decode(.metar, "[Record]\n" + rules, reports, slice: 31)
    }

    @Test func `only records for which a condition holds stay, the others are counted`() throws {
        let out = try Self.decode("Where=flightRules in [IFR, LIFR]")
        #expect(out.records.map(\.key) == ["EGLL", "KBOS"])
        #expect(out.omitted == ["where": 1])
    }

    @Test func `members are left out and renamed, the key stays`() throws {
        let record = try #require(
            Self.decode("Omit=reported raw relative*\nRename=altimeter:QNH").records.first)
        let data = try JSON(parsing: record.data)
        #expect(record.key == "KPWM")
        #expect(data["QNH"] == 1017.27)
        #expect(data["reported"] == nil && data["raw"] == nil && data["relativeHumidity"] == nil)
        #expect(data.canonicalBytes == record.data)
    }

    @Test func `a title and a group may be made of members`() throws {
        let records = try Self.decode("Title=station flightRules\nGroup=flightRules").records
        #expect(records.map(\.title) == ["KPWM VFR", "EGLL LIFR", "KBOS IFR"])
        #expect(records.map(\.group) == ["VFR", "LIFR", "IFR"])
    }

    @Test func `a record without what is required is rejected under its key`() throws {
        let out = try Self.decode("Require=ceiling")
        #expect(out.records.map(\.key) == ["EGLL", "KBOS"])
        #expect(out.rejects.map(\.key) == ["KPWM"])
        #expect(out.rejects.map(\.field) == ["ceiling"])
    }

    @Test func `a value that does not match stays and is named`() throws {
        let out = try Self.decode("Match=station K...")
        #expect(out.records.count == 3)
        #expect(out.rejects.map(\.key) == ["EGLL"])
    }

    @Test(arguments: [Kind.taf, .winds, .report, .forecast])
    func `every kind of weather obeys rules`(kind: Kind) throws {
        #expect(throws: OptionError.self) {
            try kind.decoder(options: Definition.options("[Record]\nWhere=a ="), context: .test)
        }
    }
}
