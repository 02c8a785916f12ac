import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The schemas of weather records declare every member that the decoders write, and no other.
@Suite struct SchemaTests {
    /// Returns the reports of a file that begin, or do not begin, with `TAF`.
    private func reports(_ file: String, areForecasts: Bool) throws -> [UInt8] {
        let raws = try CorpusFile.lines(file).compactMap { line -> String? in
            let object = try JSON(parsing: line)
            return (object["raw"] ?? object["report"])?.string
        }
        let wanted = raws.filter { $0.hasPrefix("TAF") == areForecasts }
        return Array(wanted.joined(separator: "\n").utf8)
    }

    private func check(_ kind: Kind, _ documents: [[UInt8]]) throws -> SchemaCheck {
        var check = SchemaCheck(kind)
        for document in documents { try check.add(TestDocument.decode(kind, "", document).records) }
        return check
    }

    /// Members that the refresh of a source adds to reports, and no decoder.
    private static let arrival = [
        "missing: Time of the newest report that is missing (NIL), if it is newer than this one",
        "received: When a report without a legible time was first received",
    ]

    @Test func `every member of a METAR is declared, and every declared one occurs`() throws {
        let rare = """
            KAAA 020000Z 09016KT P6SM SCT020 32/25 A2992 RMK AO2 SLP134 GR M1/4 TORNADO B13 6 NE
            KAAB 020000Z 09016KT 2SM SCT020 32/25 A2992 RMK AO2 TWR VIS M1/4 SFC VIS M1/4 98096 SLP134
            KAAC 020000Z 09016KT 1SM SCT020 32/25 A2992 RMK AO2 VIS M1/4V2 VIS NE M1/4 SLP134 GR 3/4
            EAAD 020000Z 090P99KT 2000NE 32/25 Q0999 TEMPO 1000NE
            EAAE 020000Z 09050GP99KT 2000NE 32/25 Q0999 BECMG 0500
            """
        let files = ["weather-metar.jsonl", "weather-garbled.jsonl", "weather-typing-errors.jsonl"]
        let documents =
            try files.map { try reports($0, areForecasts: false) }
            + ["weather-awc-2020.csv", "weather-awc-2025.csv", "weather-awc-2023.xml"].map {
                try CorpusFile.bytes($0)
            }
        let check = try check(.metar, documents + [Array(rare.utf8)])
        #expect(check.faults == [])
        #expect(check.unseen == Self.arrival)
    }

    @Test func `every member of a TAF is declared, and every declared one occurs`() throws {
        let documents = try ["weather-taf.jsonl", "weather-garbled.jsonl"].map {
            try reports($0, areForecasts: true)
        }
        let rare = """
            TAF EAAA 020000Z 0200/0306 090P99KT 2000NE FEW020
            TAF EAAB 020000Z 0200/0306 09050GP99KT 2000 FEW020
            TAF EAAC 020000Z NIL
            """
        let check = try check(
            .taf, documents + [CorpusFile.bytes("weather-awc-taf.json"), Array(rare.utf8)])
        #expect(check.faults == [])
        #expect(check.unseen == Self.arrival)
    }

    @Test func `every member of winds aloft is declared, and every declared one occurs`() throws {
        let document = String(decoding: try CorpusFile.bytes("weather-winds.txt"), as: UTF8.self)
        let fast = document.replacing("ABI      2544+15", with: "ABI      7599+15")
        let check = try check(.winds, [Array(document.utf8), Array(fast.utf8)])
        #expect(check.faults == [])
        #expect(check.unseen == Self.arrival)
    }

    @Test func `every member of a JSON report is declared, and every declared one occurs`() throws {
        let files = ["50r", "egll", "kpwm"].map { "weather-report-\($0).json" }
        let rare = #"""
            {"conditions":{"ident":"KAAA","change":"BECMG","pressureHpa":1013,"probability":30,"remarks":{"a":1},
            "reportedAsHpa":true,"tempMaxC":1,"tempMinC":0,"dewpointMaxC":1,"dewpointMinC":0,
            "cloudLayers":[{"altitudeQualifier":1}],"visibility":{"distanceMeter":1,"prevailingVisMeter":1,
            "prevailingVisSm":1,"prevailingVisDistanceQualifier":1,"visReportedInMetric":true}},
            "atis":[{"conditions":{"a":1},"dateIssued":"2026-11-02T00:00:00Z","ident":"KAAA","letter":"A",
            "source":"s","text":"t","type":"arrival","voiceFrequency":"128.5"}]}
            """#
        let check = try check(.report, files.map { try CorpusFile.bytes($0) } + [Array(rare.utf8)])
        #expect(check.faults == [])
        #expect(check.unseen == [])
    }

    @Test func `every member of a forecast is declared, and every declared one occurs`() throws {
        let files = [
            "weather-metno.json", "weather-nws-forecast.json", "weather-nws-hourly.json",
            "weather-openmeteo-melbourne.json", "weather-openmeteo-toronto.json",
        ]
        let rare = [
            #"""
            {"latitude":1,"longitude":2,"utc_offset_seconds":0,"hourly":{"time":["2026-11-02T00:00"],"rain":[1],
            "showers":[1],"surface_pressure":[990],"visibility":[1000]},"daily":{"time":["2026-11-02"],
            "apparent_temperature_max":[3],"apparent_temperature_min":[1]}}
            """#,
            #"""
            {"geometry":{"type":"Point","coordinates":[2,1]},"properties":{"periods":[{"startTime":
            "2026-11-02T00:00:00Z","endTime":"2026-11-02T06:00:00Z","windGust":"10 to 20 mph"}]}}
            """#,
        ]
        let documents = try files.map { try CorpusFile.bytes($0) } + rare.map { Array($0.utf8) }
        let check = try check(.forecast, documents)
        #expect(check.faults == [])
        #expect(check.unseen == [])
    }

    @Test(arguments: [
        (Kind.sigmet, ["sigmets", "sigmets-us", "airmets-us"]), (.pirep, ["pireps"]),
    ])
    func `members of hazards have the declared types`(kind: Kind, files: [String]) throws {
        var check = SchemaCheck(kind)
        let moment = try #require(UTC(iso8601: "2026-11-28T16:00:00Z"))
        for file in files.flatMap({ [$0 + ".geojson", $0 + ".json"] }) {
            let bytes = try CorpusFile.bytes("../../TablesTests/Corpus/json/\(file)")
            try check.add(
                TestDocument.decode(kind, "", bytes, context: DocumentContext(reference: moment)).records)
        }
        let rare = #"""
            [{"seriesId":"1","coords":"nothing","creationTime":1795874400,"expireTime":1796000000,"region":"R",
            "receiptTime":1,"rawOb":"UA /OV PWM","tbFreq1":"OCNL","temp":-5,"wdir":270,"wspd":30}]
            """#
        try check.add(
            TestDocument.decode(
                kind, "", Array(rare.utf8), context: DocumentContext(reference: moment)
            ).records)
        #expect(check.faults == [])
        #expect(check.unseen == [])
    }
}
