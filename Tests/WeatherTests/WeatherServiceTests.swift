import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The formats in which services wrap reports.
@Suite struct WeatherServiceTests {
    private static func decode(_ kind: Kind, _ bytes: [UInt8], slices: Int = .max) throws -> Decoded {
        let context = DocumentContext(reference: UTC(iso8601: "2030-01-15T00:00:00Z")!)
        var decoder = try kind.decoder(options: Options(), context: context)
        var out = Decoded()
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + min(slices, bytes.count))
            try decoder.decode(bytes.span.extracting(start..<end), into: &out)
            start = end
        }
        try decoder.finish(into: &out)
        return out
    }

    @Test(arguments: [
        ("weather-awc-metar.json", 3, "2026-07-21T01:54:00Z"),
        ("weather-awc-2020.csv", 100, "2020-05-02T00:40:00Z"),
        ("weather-awc-2025.csv", 100, "2025-01-27T22:25:00Z"),
        ("weather-awc-2023.xml", 40, "2023-03-05T16:26:00Z"),
        ("weather-nws-observation.json", 1, "2022-03-02T23:53:00Z"),
    ])
    func `a METAR in any format is read from its raw text and dated by the service`(
        file: String, count: Int, time: String
    ) throws {
        let out = try Self.decode(.metar, try CorpusFile.bytes(file))
        #expect(out.records.count == count)
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["time"]?.string == time)
        #expect(out.records[0].position != nil)
        #expect(data["elevation"] != nil)
    }

    @Test func `the station's name is the record's title`() throws {
        let out = try Self.decode(.metar, try CorpusFile.bytes("weather-awc-metar.json"))
        #expect(out.records[0].key == "KBFL")
        #expect(out.records[0].title == "Bakersfield/Meadows Arpt, CA, US")
        #expect(out.records[0].position == Position(latitude: 35.4342, longitude: -119.0552))
    }

    @Test func `a TAF in JSON is read from its raw text`() throws {
        let out = try Self.decode(.taf, try CorpusFile.bytes("weather-awc-taf.json"))
        #expect(out.records.count == 2)
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["time"] == "2026-07-20T23:20:00Z")
        #expect(data["groups"]?.array?.count == 3)
    }

    @Test func `a report with a wrong day stays near the time that the service gives`() throws {
        let text = #"[{"rawOb":"PTSA 022350Z COR 14009KT 5SM","obsTime":1588377000}]"#
        let out = try Self.decode(.metar, Array(text.utf8))
        #expect(try JSON(parsing: out.records[0].data)["time"] == "2020-05-02T23:50:00Z")
    }

    @Test func `an empty array for an unknown station is valid`() throws {
        #expect(try Self.decode(.metar, Array("[]".utf8)) == Decoded())
    }

    @Test func `raw text may be quoted and begin with the word METAR`() throws {
        let text = "raw_text,station_id\n\"METAR KPWM 140851Z 32008KT 10SM CLR 08/04 A3004\",KPWM\n"
        let out = try Self.decode(.metar, Array(text.utf8))
        #expect(out.records.map(\.key) == ["KPWM"])
    }

    @Test func `the reader accepts CDATA sections and entities of XML`() throws {
        let text =
            "<?xml version=\"1.0\"?><response><data><TAF><raw_text><![CDATA[TAF KPWM 141720Z 1418/1518 18010KT]]>"
            + "</raw_text></TAF><TAF><raw_text>TAF KBOS 141720Z 1418/1518 18010KT A&amp;B</raw_text></TAF></data></response>"
        let out = try Self.decode(.taf, Array(text.utf8))
        #expect(out.records.map(\.key) == ["KPWM", "KBOS"])
        #expect(try JSON(parsing: out.records[1].data)["unparsed"] == ["A&B"])
    }

    @Test func `a report without a text is rejected in XML, too`() throws {
        let text =
            "<response><data><METAR><station_id>KBOS</station_id></METAR>"
            + "<METAR><raw_text>KPWM 140851Z 32008KT</raw_text></METAR></data></response>"
        let out = try Self.decode(.metar, Array(text.utf8))
        #expect(out.records.map(\.key) == ["KPWM"])
        #expect(out.rejects.map(\.found) == ["KBOS"])
        #expect(out.rejects.map(\.reason) == ["without a raw report"])
    }

    @Test func `an error of the service is no empty list`() {
        let text =
            "<response><errors><error>Invalid station</error></errors><data num_results=\"0\" />"
            + "</response>"
        #expect(throws: DecodeError.self) { try Self.decode(.metar, Array(text.utf8)) }
        let none = "<response><errors /><data num_results=\"0\" /></response>"
        #expect(throws: Never.self) { try Self.decode(.metar, Array(none.utf8)) }
    }

    @Test(arguments: [
        "<response><data num_results=\"3\"><METAR><raw_text>KPWM 140851Z 32008KT</raw_text></METAR></data></response>",
        "<response><errors><error>Late</error></errors><data num_results=\"3\">"
            + "<METAR><raw_text>KPWM 140851Z 32008KT</raw_text></METAR></data></response>",
        "No errors\n3 results\nraw_text,station_id\nKPWM 140851Z 32008KT,KPWM\n",
    ])
    func `a list with fewer reports than it states says so`(text: String) throws {
        let out = try Self.decode(.metar, Array(text.utf8))
        #expect(out.notes == ["the document says that it has 3 reports, but it has 1"])
        let whole = text.replacing("3 results", with: "1 results").replacing("\"3\"", with: "\"1\"")
        #expect(try Self.decode(.metar, Array(whole.utf8)).notes.isEmpty)
    }

    @Test(arguments: [
        "No errors\n1 results\nraw_text,station_id\nKPWM 140851Z 32008KT,KPWM\nKBOS 140854Z 32008KT,KBOS\n",
        "<response><data num_results=\"1\"><METAR><raw_text>KPWM 140851Z 32008KT</raw_text></METAR>"
            + "<METAR><raw_text>KBOS 140854Z 32008KT</raw_text></METAR></data></response>",
    ])
    func `a list with more reports than it states says so`(text: String) throws {
        let out = try Self.decode(.metar, Array(text.utf8))
        #expect(out.notes == ["the document says that it has 1 reports, but it has 2"])
    }

    @Test func `an error of the service in JSON is the failure, and beside reports a remark`() throws {
        let error = #""error":"Down""#
        let failure = #expect(throws: DecodeError.self) {
            try Self.decode(.metar, Array("{\"features\":[],\(error)}".utf8))
        }
        #expect(failure?.found == "Down")
        let report = #"{"properties":{"rawMessage":"KPWM 140851Z 32008KT"}}"#
        let out = try Self.decode(.metar, Array("{\"features\":[\(report)],\(error)}".utf8))
        #expect(out.records.map(\.key) == ["KPWM"])
        #expect(out.notes == ["the document also states an error: Down"])
        #expect(try Self.decode(.metar, Array("{\"features\":[],\"title\":\"x\"}".utf8)).notes.isEmpty)
    }

    @Test(arguments: [1, 7, 10_000])
    func `an error of the service before a table is a reject, and without reports the failure`(
        slices: Int
    ) throws {
        let error = "Query must be limited\nNo warnings\n5 ms\ndata source=metars\n"
        let out = try Self.decode(
            .metar, Array((error + "raw_text,station_id\nKPWM 140851Z 32008KT,KPWM\n").utf8), slices: slices)
        #expect(out.records.map(\.key) == ["KPWM"])
        #expect(out.rejects.map(\.found) == ["Query must be limited"])
        #expect(out.rejects.map(\.reason) == ["an error of the service"])
        let failure = #expect(throws: DecodeError.self) {
            try Self.decode(.metar, Array((error + "0 results\n").utf8), slices: slices)
        }
        #expect(failure?.found == "Query must be limited")
        let other = #expect(throws: DecodeError.self) {
            try Self.decode(.metar, Array("No errors\nid,a,b,c,d\n1,2,3,4,5\n".utf8), slices: slices)
        }
        #expect(other?.found == "id,a,b,c,d")
    }

    @Test(arguments: [
        "No errors\nLimited to 3 hours\n5 ms\ndata source=metars\n1 results\nraw_text,station_id\n"
            + "KPWM 140851Z 32008KT,KPWM\n",
        "<response><errors /><warnings><warning>Limited to 3 hours</warning></warnings><data num_results=\"1\">"
            + "<METAR><raw_text>KPWM 140851Z 32008KT</raw_text></METAR></data></response>",
    ])
    func `a warning of the service is a remark`(text: String) throws {
        let out = try Self.decode(.metar, Array(text.utf8))
        #expect(out.records.map(\.key) == ["KPWM"] && out.rejects.isEmpty)
        #expect(out.notes == ["the document states a warning: Limited to 3 hours"])
    }

    @Test func `XML that ends too early is a fault of the document`() {
        #expect(throws: DecodeError.self) {
            try Self.decode(.metar, Array("<response><data><METAR><raw_text>KPWM 140851Z".utf8))
        }
    }

    @Test(arguments: ["weather-awc-metar.json", "weather-awc-2020.csv", "weather-awc-2023.xml"])
    func `a slice may end anywhere`(file: String) throws {
        let bytes = try CorpusFile.bytes(file)
        let whole = try Self.decode(.metar, bytes)
        for size in [1, 7, 100, 1000] { #expect(try Self.decode(.metar, bytes, slices: size) == whole) }
    }

    @Test(arguments: ["weather-awc-metar.json", "weather-awc-2020.csv", "weather-awc-2023.xml"])
    func `the decoder reads or rejects altered copies`(file: String) throws {
        let bytes = Array(try CorpusFile.bytes(file).prefix(4000))
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            try WeatherRobustnessTests.check(.metar, WeatherRobustnessTests.mutated(bytes, with: &generator))
        }
    }
}
