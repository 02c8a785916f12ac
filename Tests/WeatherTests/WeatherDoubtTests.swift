import Decoding
import Records
import TestDocuments
import Testing
import Weather

/// Values that cannot be right: they are stated, and nothing is derived from them.
@Suite struct WeatherDoubtTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-07-20T20:30:00Z")!)
    private static let derived = ["relativeHumidity", "heatIndex", "densityAltitude", "pressureAltitude"]

    /// Returns the data of the record, and the fields and texts of the rejects.
    private static func decode(_ report: String, stations: StationTable = StationTable()) throws -> (
        data: JSON, rejects: [String]
    ) {
        let context = DocumentContext(reference: clock.reference, stations: stations)
        var decoder = try METARDecoder(options: Options(), context: context)
        var out = Decoded()
        try decoder.decode(Array(report.utf8).span, into: &out)
        try decoder.finish(into: &out)
        return (
            try JSON(parsing: out.records[0].data), out.rejects.map { "\($0.field ?? ""): \($0.found)" }
        )
    }

    private static func table(_ identifier: String, metres: Int) -> StationTable {
        StationTable(Array("\(identifier)\t\tField\t37.8\t-106.9\t\(metres)\tUS\tCO\tM\n".utf8))
    }

    @Test(arguments: [
        ("40/38", "", "40/38"), ("25/19", "RMK AO2 T02500390", "T02500390"), ("12/92", "", "12/92"),
        ("25/19", "RMK AO2 T0250390 T02500361", "T02500361"),
    ])
    func `a dew point above any that was measured is stated and dropped`(
        group: String, remarks: String, found: String
    ) throws {
        let (data, rejects) = try Self.decode(
            "KAAA 201951Z 18010KT 10SM CLR \(group) A2992 \(remarks)\n",
            stations: Self.table("KAAA", metres: 100))
        #expect(data["unparsed"]?.array?.last == .string(found))
        #expect(rejects == ["dew point: " + found])
        #expect(data["remarks"]?["dewPoint"] == nil)
        for name in Self.derived.dropLast() { #expect(data[name] == nil, "\(name)") }
        #expect(data["temperature"]?.int == Int(group.prefix(2)))
    }

    @Test func `the highest dew points that were measured are kept`() throws {
        let (data, rejects) = try Self.decode("OEDR 201200Z 09010KT 9999 42/36 Q0998 RMK T04200360\n")
        #expect(rejects.isEmpty)
        #expect(data["dewPoint"] == 36)
        #expect(data["relativeHumidity"] == 72)
        #expect(data["heatIndex"] != nil)
    }

    @Test func `a temperature of the remarks that has not occurred on Earth is stated and dropped`() throws {
        let (data, rejects) = try Self.decode("KAAA 201951Z 18010KT 10SM CLR 25/19 A2992 RMK AO2 T07500190\n")
        #expect(rejects == ["dew point: T07500190"])
        #expect(data["remarks"]?["temperature"] == nil)
        #expect(data["temperature"] == 25)
    }

    @Test(arguments: [
        ("12/15", "", "12/15"), ("M05/03", "", "M05/03"), ("12/12", "RMK AO2 T01170156", "11.7/15.6"),
    ])
    func `a dew point above the temperature is kept and stated, and nothing is derived from it`(
        group: String, remarks: String, found: String
    ) throws {
        let (data, rejects) = try Self.decode(
            "KAAA 201951Z 18010KT 10SM CLR \(group) A2992 \(remarks)\n",
            stations: Self.table("KAAA", metres: 100))
        #expect(rejects == ["dew point: " + found])
        #expect(data["dewPoint"] != nil)
        #expect(data["unparsed"] == nil)
        for name in Self.derived.dropLast() { #expect(data[name] == nil, "\(name)") }
    }

    @Test func `a dew point that rounding lifts above the temperature is saturated air`() throws {
        let (data, rejects) = try Self.decode("KAAA 201951Z 18010KT 1/4SM FG VV001 17/18 A2992 RMK AO2\n")
        #expect(rejects.isEmpty)
        #expect(data["relativeHumidity"] == 100)
    }

    @Test(arguments: [
        ("KC24", 8680, "20/05 A3012", "KC24: 8680 m, 1020 hPa"),
        ("KU96", 4388, "38/02 A2992", "KU96: 4388 m, 1013 hPa"),
        ("KAAA", 1000, "20/05 A2660", "KAAA: 1000 m, 901 hPa"),
        ("KAAA", 10, "20/05 A2560", "KAAA: 10 m, 867 hPa"),
    ])
    func `a height that does not go with the altimeter setting is stated, and no altitude is derived`(
        station: String, metres: Int, groups: String, found: String
    ) throws {
        let (data, rejects) = try Self.decode(
            "\(station) 201951Z 18010KT 10SM CLR \(groups)\n", stations: Self.table(station, metres: metres))
        #expect(rejects == ["station height: " + found])
        #expect(data["densityAltitude"] == nil)
        #expect(data["pressureAltitude"] == nil)
        #expect(data["relativeHumidity"] != nil)
    }

    @Test(arguments: [
        ("SLLP", 4061, "18/02 Q1041"), ("NZSP", 2830, "M55/ A2831"), ("K0CO", 3804, "14/M01 A3087"),
        ("VILH", 3256, "34/02 Q1009"), ("KDVS", -60, "54/M01 A2965"), ("ENRO", 625, "02/01 Q0938"),
        ("UERS", 740, "M60/M64 Q1068"),
    ])
    func `extremes that have occurred are plausible`(station: String, metres: Int, groups: String) throws {
        let (data, rejects) = try Self.decode(
            "\(station) 201951Z 18010KT 10SM CLR \(groups)\n", stations: Self.table(station, metres: metres))
        #expect(rejects.isEmpty)
        #expect(data["pressureAltitude"] != nil)
    }

    @Test(
        arguments: [
            (8680, 2646, ""), (8681, 2646, ""), (2650, 2650, ""), (2560, 2560, ""),
            (1, nil, "station height: KC24: 1 m or 2646 m"),
            (2800, nil, "station height: KC24: 2800 m or 2646 m"),
        ] as [(Int, Double?, String)])
    func
        `a height of a document gives way if it is that of the table in feet, and is stated if it contradicts`(
            stated: Int, expected: Double?, reject: String
        ) throws
    {
        let (data, rejects) = try Self.decode(
            #"[{"icaoId": "KC24", "elev": \#(stated), "rawOb": "KC24 201951Z 10SM CLR 10/05 A3012"}]"#,
            stations: Self.table("KC24", metres: 2646))
        #expect(data["elevation"]?.double == expected)
        #expect((data["densityAltitude"] == nil) == (expected == nil))
        #expect(rejects.joined() == reject)
    }

    @Test(
        arguments: [
            ("KC24", 2646), ("KU96", 1339), ("KN24", 2344), ("KXNI", 1942), ("KO26", 1131), ("K9K7", 498),
            ("KBFZ", 315),
            ("K8A1", 187), ("K4V9", 541), ("K8D4", 236), ("KLLR", 175), ("KI93", 223), ("KEOD", 181),
            ("KS31", 64),
            ("K16J", 101), ("KMKV", 24), ("EBST", 75), ("CYDA", 370), ("SLLP", 4061), ("KCLR", -55),
            ("K7S1", 1456),
        ] as [(String, Double)])
    func `the table has the heights of its stations in metres`(station: String, metres: Double) throws {
        let stations = StationTable(try CorpusFile.bytes("../../../etc/stations.tsv"))
        #expect(stations[station]?.elevation == metres)
    }

    @Test
    func
        `the table leaves out heights on which its sources disagree, and none is above the highest aerodrome`()
        throws
    {
        let stations = StationTable(try CorpusFile.bytes("../../../etc/stations.tsv"))
        #expect(stations["VOBI"] != nil)
        #expect(stations["VOBI"]?.elevation == nil)
        for row in try CorpusFile.lines("../../../etc/stations.tsv") {
            let fields = row.split(separator: .tab, omittingEmptySubsequences: false)
            guard fields.count == 9, let height = Double(String(decoding: fields[5], as: UTF8.self)) else {
                continue
            }
            #expect(-430...4411 ~= height, "\(String(decoding: fields[0], as: UTF8.self))")
        }
    }

    @Test func `no report of the corpus has a height that is in doubt`() throws {
        let stations = StationTable(try CorpusFile.bytes("../../../etc/stations.tsv"))
        #expect(stations.count > 8000)
        for object in try WeatherCorpus.objects("weather-metar.jsonl") {
            let raw = object["raw"]?.string ?? ""
            guard let found = try? Self.decode(raw + "\n", stations: stations) else { continue }
            let doubts = found.rejects.filter { $0.hasPrefix("station height") || $0.hasPrefix("dew point") }
            #expect(doubts.isEmpty, "\(raw)")
        }
    }
}
