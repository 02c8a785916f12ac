import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct WeatherWindsAloftTests {
    private static func decode(_ bytes: [UInt8]) throws -> Decoded {
        let context = DocumentContext(reference: UTC(iso8601: "2018-03-08T03:00:00Z")!)
        var decoder = try Kind.winds.decoder(options: Options(), context: context)
        return try decoder.decode(whole: bytes)
    }

    private static func decode(lines: [String]) throws -> Decoded {
        let head = [
            "\u{1}", "FBUS31 KWNO 080201", "DATA BASED ON 080000Z",
            "VALID 080600Z   FOR USE 0200-0900Z. TEMPS NEG ABV 24000", "",
            "FT  3000    6000    9000   12000   18000   24000  30000  34000  39000",
        ]
        return try decode(Array((head + lines).joined(separator: "\r\r\n").utf8))
    }

    /// The fields from 12,000 ft on.
    private static let above = "2617-14 2430-24 2238-37 213252 231152 222252"

    @Test func `every cell of the bulletin agrees with the oracle`() throws {
        let out = try Self.decode(try CorpusFile.bytes("weather-winds.txt"))
        let expected = try JSON(parsing: try CorpusFile.bytes("weather-winds.json"))["stations"]?.object ?? []
        #expect(out.rejects.isEmpty)
        #expect(out.records.map(\.key) == expected.map(\.name))
        for (record, wanted) in zip(out.records, expected) {
            let levels = try JSON(parsing: record.data)["levels"]
            #expect(levels?.object?.count == wanted.value.object?.count, "\(record.key)")
            for level in wanted.value.object ?? [] {
                let ours = levels?[level.name]
                let isVariable = level.value["light_variable"] == true
                #expect(
                    ours?["direction"] == (isVariable ? nil : level.value["dir"]),
                    "\(record.key) \(level.name)")
                #expect(
                    ours?["speed"] == (isVariable ? nil : level.value["kt"]), "\(record.key) \(level.name)")
                #expect((ours?["variable"] == true) == isVariable)
                #expect((ours?["speedAbove"] == true) == (level.value["ge199"] == true))
                #expect(
                    (ours?["temperature"] ?? .null) == level.value["temp_c"], "\(record.key) \(level.name)")
            }
        }
    }

    @Test func `the head gives the times`() throws {
        let data = try JSON(parsing: Self.decode(lines: ["BIH      9900    9900-02"]).records[0].data)
        #expect(data["based"] == "2018-03-08T00:00:00Z")
        #expect(data["time"] == "2018-03-08T06:00:00Z")
        #expect(data["from"] == "2018-03-08T02:00:00Z")
        #expect(data["until"] == "2018-03-08T09:00:00Z")
    }

    @Test func `blank cells shift nothing, and temperatures high up are negative`() throws {
        let line = "ALS                      2921-11 3144-23 7799-31 990045 305852 275955"
        let data = try JSON(parsing: Self.decode(lines: [line]).records[0].data)
        #expect(
            data["levels"] == [
                "12000": ["direction": 290, "speed": 21, "temperature": -11],
                "18000": ["direction": 310, "speed": 44, "temperature": -23],
                "24000": ["direction": 270, "speed": 199, "speedAbove": true, "temperature": -31],
                "30000": ["temperature": -45, "variable": true],
                "34000": ["direction": 300, "speed": 58, "temperature": -52],
                "39000": ["direction": 270, "speed": 59, "temperature": -55],
            ])
    }

    @Test func `a broken cell is rejected alone`() throws {
        let out = try Self.decode(lines: ["ABR 1813 1816x01 2115-07 " + Self.above])
        let levels = try JSON(parsing: out.records[0].data)["levels"]
        #expect(levels?.object?.count == 8 && levels?["6000"] == nil && levels?["9000"] != nil)
        #expect(
            out.rejects == [
                Reject(
                    line: 7, offset: 191, key: "ABR", field: "wind at 6000", found: "1816x01",
                    reason: "not a wind")
            ])
    }

    @Test(arguments: [
        ("ABR 1813 1816-01 2115-07", "wind at 12000", 3), ("ABR 1813", "wind at 6000", 1),
        ("ABR 1813 1816-01 2115-07 2617-14 2430-24 2238-37 213252 231152       ", "wind at 39000", 8),
        ("ABR", "wind at 3000", 0), ("BIH      9900    9900-02", "wind at 12000", 2),
    ])
    func `a line that is cut off says from which height on winds are missing`(
        line: String, field: String, count: Int
    ) throws {
        let out = try Self.decode(lines: [line])
        #expect(try JSON(parsing: out.records[0].data)["levels"]?.object?.count == count)
        #expect(out.rejects.map(\.field) == [field] && out.rejects.map(\.key) == [out.records[0].key])
        #expect(out.rejects.allSatisfy { $0.reason.hasSuffix("the line is cut off") })
    }

    @Test func `what stands between two bulletins is no station`() throws {
        let line = "ABR 1813 1816-01 2115-07 " + Self.above
        let out = try Self.decode(lines: [line, "NNNN", "000", "FBUS31 KWNO 080201"])
        #expect(out.records.map(\.key) == ["ABR"] && out.rejects.isEmpty)
    }

    @Test(arguments: ["", "VALID 080600Z", "VALID 0806O0Z   FOR USE 0200-0900Z."])
    func `winds without a period say that it is not known when they apply`(valid: String) throws {
        let text = "DATA BASED ON 080000Z\n\(valid)\nFT  3000\nBIH 2115\nBAM 2115\n"
        let out = try Self.decode(Array(text.utf8))
        #expect(out.records.count == 2 && out.rejects.map(\.field) == ["VALID"])
        #expect(out.rejects.first?.reason.hasSuffix("when 2 forecasts apply") == true)
    }

    @Test(arguments: ["\u{1E}", "\u{1}\u{1E}", "\u{0}"])
    func `control characters at the start of lines and as blanks change nothing`(control: String) throws {
        let whole = try CorpusFile.bytes("weather-winds.txt")
        let expected = try Self.decode(whole)
        let lines = String(decoding: whole, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let marked = lines.map { control + $0 + control }.joined(separator: "\n")
        let out = try Self.decode(Array(marked.utf8))
        #expect(out.records == expected.records)
        #expect(out.rejects.isEmpty)
        let blank = String(decoding: whole, as: UTF8.self).replacing("  ", with: "\u{1E}\u{1E}")
        #expect(try Self.decode(Array(blank.utf8)).records == expected.records)
    }

    @Test func `a line whose station is garbled is rejected alone`() throws {
        let out = try Self.decode(lines: [
            "ABR 1813 1816-01 2115-07 " + Self.above, "A#R 1813 1816-01 2115-07",
            "ABI      2544+15 2542+07 " + Self.above, "$$", "FBUS31 KWNO 080201",
        ])
        #expect(out.records.map(\.key) == ["ABR", "ABI"])
        #expect(out.rejects.map(\.found) == ["A#R 1813 1816-01 2115-07"])
        #expect(out.rejects.map(\.line) == [8])
    }

    @Test func `the number of heights is limited`() throws {
        let heights = (1000..<1200).map { "\($0)" }.joined(separator: " ")
        let out = try Self.decode(
            Array("FT  \(heights)\nBIH\(String(repeating: " 2115", count: 200))\n".utf8))
        #expect(try JSON(parsing: out.records[0].data)["levels"]?.object?.count == 64)
    }

    @Test func `a document of another kind is rejected`() {
        #expect(throws: DecodeError.self) { try Self.decode(Array("<html>\n</html>\n".utf8)) }
    }

    @Test func `the decoder reads or rejects prefixes and altered copies`() throws {
        let bytes = Array(try CorpusFile.bytes("weather-winds.txt").prefix(1200))
        for end in 0...bytes.count { try WeatherRobustnessTests.check(.winds, Array(bytes[..<end])) }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            try WeatherRobustnessTests.check(.winds, WeatherRobustnessTests.mutated(bytes, with: &generator))
        }
    }
}
