import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// JSON reports of one aerodrome.
@Suite struct WeatherReportTests {
    private static func decode(_ bytes: [UInt8], url: String? = nil) throws -> Decoded {
        let context = DocumentContext(reference: UTC(iso8601: "2021-06-03T08:00:00Z")!, url: url)
        var decoder = try Kind.report.decoder(options: Options(), context: context)
        return try decoder.decode(whole: bytes)
    }

    private static func data(_ file: String, url: String? = nil) throws -> JSON {
        try JSON(parsing: decode(try CorpusFile.bytes(file), url: url).records[0].data)
    }

    @Test func `a complete report has all its parts and no rejects`() throws {
        let out = try Self.decode(try CorpusFile.bytes("weather-report-kpwm.json"))
        let data = try JSON(parsing: out.records[0].data)
        #expect(out.rejects.isEmpty)
        #expect(out.records[0].key == "KPWM")
        #expect(data["conditions"]?["dateIssued"] == "2021-06-03T07:51:00Z")
        #expect(data["time"] == "2021-06-03T07:51:00Z")
        #expect(data["forecast"]?["conditions"]?.array?.count == 3)
        #expect(data["mos"]?["forecast"]?["conditions"]?.array?.isEmpty == false)
        let levels = data["windsAloft"]?["windsAloft"]?.array?[0]["windTemps"]
        #expect(levels?.object?.count == 19)
        #expect(levels?["54000"]?["altitude"] == 54_000)
    }

    @Test func `an aerodrome without a station has no conditions and the requested name`() throws {
        let data = try Self.data("weather-report-50r.json", url: "https://example.net/weather/report/50r")
        #expect(data["station"] == "50R")
        #expect(data["conditions"] == nil)
        #expect(data["forecast"]?["ident"] == "kaus")
    }

    @Test func `the noise of binary fractions is not a change`() throws {
        let data = try Self.data("weather-report-egll.json")
        #expect(data["forecast"]?["conditions"]?.array?[0]["wind"]?["speedKts"] == 10)
    }

    @Test func `a member of a wrong type is rejected alone`() throws {
        let text =
            #"{"report":{"conditions":{"ident":"kpwm","tempC":"warm","wind":{"speedKts":3,"variable":"no"},"#
            + #""dateIssued":"2021-06-03T07:51:00+0000","new":1},"forecast":17,"#
            + #""windsAloft":{"windsAloft":[{"windTemps":{"3000":{"knots":11},"x":{}}}]}}}"#
        let out = try Self.decode(Array(text.utf8))
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["conditions"]?["wind"] == ["speedKts": 3])
        #expect(data["conditions"]?["tempC"] == nil)
        #expect(data["conditions"]?["new"] == nil)
        #expect(data["windsAloft"]?["windsAloft"]?.array?[0]["windTemps"] == ["3000": ["knots": 11]])
        #expect(
            out.rejects.map(\.field) == [
                "conditions.tempC", "conditions.wind.variable", "forecast",
                "windsAloft.windsAloft.0.windTemps",
            ])
        #expect(
            out.rejects.map(\.reason) == [
                "not a number", "not a truth value", "not an object", "not a height",
            ])
    }

    @Test func `remarks may be an object, and an ATIS has conditions and a source`() throws {
        let text = #"""
            {"report": {"conditions": {"ident": "korl", "pressureHpa": 1019.0068769999999,
                "reportedAsHpa": false,
                "remarks": {"precipitationDiscriminator": true, "seaLevelPressure": 1019.2,
                            "visibility": {}, "lightning": [], "note": null,
                            "clouds": [{"type": "cu", "base": 10.000000000000002}]}},
              "atis": [{"letter": "K", "source": "faa", "conditions": {"text": "INFO K", "wind": {}}},
                       {"letter": "L", "source": {"name": "faa"}, "conditions": "INFO L"}]}}
            """#
        let out = try Self.decode(Array(text.utf8))
        let data = try JSON(parsing: out.records[0].data)
        #expect(out.rejects.isEmpty)
        #expect(
            data["conditions"]?["remarks"] == [
                "clouds": [["base": 10, "type": "cu"]], "precipitationDiscriminator": true,
                "seaLevelPressure": 1019.2,
            ])
        #expect(data["conditions"]?["pressureHpa"]?.double == 1019.006877)
        #expect(data["conditions"]?["reportedAsHpa"] == false)
        let atis = data["atis"]?.array ?? []
        #expect(atis.map { $0["source"] } == ["faa", ["name": "faa"]])
        #expect(atis.map { $0["conditions"] } == [["text": "INFO K"], "INFO L"])
        let plain = try Self.decode(Array(#"{"conditions":{"ident":"korl","remarks":"AO2"}}"#.utf8))
        #expect(try JSON(parsing: plain.records[0].data)["conditions"]?["remarks"] == "AO2")
    }

    @Test func `a number that is too large is rejected, and never becomes null`() throws {
        let text =
            #"{"conditions":{"ident":"korl","tempC":1e999,"remarks":{"x":1e999,"y":12345678901234567890}}}"#
        let out = try Self.decode(Array(text.utf8))
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["conditions"] == ["ident": "korl", "remarks": ["y": .number("12345678901234567890")]])
        #expect(out.rejects.map(\.field) == ["conditions.tempC"])
    }

    @Test func `a document that is not a report is rejected`() {
        #expect(throws: DecodeError.self) { try Self.decode(Array("[]".utf8)) }
        #expect(throws: DecodeError.self) { try Self.decode(Array("{\"error\":\"not found\"}".utf8)) }
        #expect(throws: DecodeError.self) { try Self.decode(Array("<html></html>".utf8)) }
        #expect(throws: DecodeError(.empty, part: "report", found: "", offset: 0)) { try Self.decode([]) }
    }

    @Test(arguments: ["weather-report-kpwm.json", "weather-report-egll.json", "weather-report-50r.json"])
    func `the decoder reads or rejects altered copies`(file: String) throws {
        let bytes = try CorpusFile.bytes(file)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<60 {
            try WeatherRobustnessTests.check(.report, WeatherRobustnessTests.mutated(bytes, with: &generator))
        }
    }
}
