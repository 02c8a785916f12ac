import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Bulletins and lists in which the identifier of a station is garbled, split, merged or missing: such a line
/// is rejected alone, and its neighbours stay as they are.
@Suite struct WeatherGarbledLineTests {
    private static func decode(_ kind: Kind, _ bytes: [UInt8], slice: Int) throws -> Decoded {
        let context = DocumentContext(reference: UTC(iso8601: "2026-11-22T16:00:00Z")!)
        var decoder = try kind.decoder(options: Options(), context: context)
        var out = Decoded()
        for start in stride(from: 0, to: bytes.count, by: slice) {
            try decoder.decode(Array(bytes[start..<min(bytes.count, start + slice)]).span, into: &out)
        }
        try decoder.finish(into: &out)
        return out
    }

    @Test func `a line with a garbled station affects only itself and is reported`() throws {
        for object in try WeatherCorpus.objects("weather-garbled.jsonl") {
            let kind: Kind = object["kind"] == "taf" ? .taf : .metar
            let text = object["text"]?.string ?? ""
            for slice in [7, 1000] {
                let out = try Self.decode(kind, Array(text.utf8), slice: slice)
                let raws = try out.records.map { try JSON(parsing: $0.data)["raw"] ?? .null }
                #expect(JSON.array(raws) == object["raws"], "\(text)")
                let found = out.rejects.filter { $0.reason == "not a station" }.map { JSON.string($0.found) }
                #expect(JSON.array(found) == object["rejects"], "\(text)")
            }
        }
    }

    @Test func `a garbled line is rejected with its place`() throws {
        let text = "KPWM 221551Z 31015G25KT 10SM A2992\nK#OS 221554Z 18099KT 1/4SM FG OVC001 01/01 A2900\n"
        let out = try Self.decode(.metar, Array(text.utf8), slice: 1000)
        #expect(
            out.rejects == [
                Reject(line: 2, offset: 35, field: "station", found: "K#OS", reason: "not a station")
            ])
        let data = try JSON(parsing: out.records[0].data)
        #expect(data["visibility"] == 16093.44)
        #expect(data["unknown"] == ["ceiling"])
    }

    @Test(arguments: ["METAR data are not available today\n", "K#OS 221554Z 18099KT 1/4SM\n"])
    func `a document of garbled lines alone is refused`(text: String) {
        #expect(throws: DecodeError.self) { try Self.decode(.metar, Array(text.utf8), slice: 1000) }
    }
}
