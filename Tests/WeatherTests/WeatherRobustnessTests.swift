import Decoding
import Definitions
import Records
import TestDocuments
import Testing
import Weather

/// Hostile inputs: none crashes the process, and every resulting record is valid.
@Suite struct WeatherRobustnessTests {
    private static let seed: UInt64 = 20_261_120

    /// Decodes a document in slices of odd lengths and checks the result.
    static func check(_ kind: Kind, _ bytes: [UInt8]) throws {
        let context = DocumentContext(reference: UTC(iso8601: "2020-05-02T00:40:00Z")!)
        var decoder = try kind.decoder(options: Options(), context: context)
        var out = Decoded()
        do throws(DecodeError) {
            for start in stride(from: 0, to: bytes.count, by: 97) {
                try decoder.decode(Array(bytes[start..<min(bytes.count, start + 97)]).span, into: &out)
            }
            try decoder.finish(into: &out)
        } catch {
            #expect(!error.part.isEmpty)
        }
        for record in out.records {
            #expect(RecordKey.isValid(record.key))
            let data = try JSON(parsing: record.data)
            #expect(data.object != nil && data.canonicalBytes == record.data)
        }
    }

    /// Alters, removes, duplicates or swaps a few bytes.
    static func mutated(_ bytes: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0...4, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[place] = Array("/ 0129MPQARVFT+-=\n".utf8).randomElement(using: &generator) ?? 0
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(bytes[place], at: place)
            default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &generator))
            }
        }
        return bytes
    }

    /// Checks that a prefix of a report has its station if it is long enough.
    private static func check<Report>(
        _ file: String, _ read: ([UInt8]) throws(DecodeError) -> Report, _ station: (Report) -> ShortText
    ) throws {
        for object in try WeatherCorpus.objects(file) {
            let bytes = Array((object["raw"]?.string ?? "").utf8)
            guard let whole = try? read(bytes) else { continue }
            let name = Array((" " + station(whole).description).utf8)
            let told = ([0x20] + bytes).firstRange(of: name)?.upperBound ?? 0
            let strays = (0...bytes.count).filter { end in
                guard let part = try? read(Array(bytes[..<end])) else { return end >= told }
                return end >= told && station(part) != station(whole)
            }
            #expect(strays.isEmpty, "\(object["raw"] ?? "")")
        }
    }

    @Test func `the decoder reads every prefix of every METAR`() throws {
        let clock = ReportClock(reference: UTC(iso8601: "2020-05-02T00:40:00Z")!)
        try Self.check("weather-metar.jsonl") { bytes throws(DecodeError) in
            let report = try METAR(bytes, clock: clock)
            _ = report.remarks
            return report
        } _: {
            $0.station
        }
    }

    @Test func `the decoder reads every prefix of every TAF`() throws {
        let clock = ReportClock(reference: UTC(iso8601: "2020-05-02T00:40:00Z")!)
        try Self.check("weather-taf.jsonl") { bytes throws(DecodeError) in
            try TAF(bytes, clock: clock)
        } _: {
            $0.station
        }
    }

    @Test(arguments: [(Kind.metar, "weather-metar.jsonl", 40), (Kind.taf, "weather-taf.jsonl", 20)])
    func `every prefix of a report yields a valid record or none`(kind: Kind, file: String, step: Int) throws
    {
        for object in try WeatherCorpus.objects(file).enumerated() where object.offset % step == 0 {
            let bytes = Array((object.element["raw"]?.string ?? "").utf8)
            for end in 0...bytes.count { try Self.check(kind, Array(bytes[..<end])) }
        }
    }

    @Test(arguments: [(Kind.metar, "weather-metar.jsonl", 1), (Kind.taf, "weather-taf.jsonl", 5)])
    func `the decoder reads or rejects thousands of altered reports`(kind: Kind, file: String, rounds: Int)
        throws
    {
        var generator = SeededGenerator(seed: Self.seed)
        for object in try WeatherCorpus.objects(file) {
            let bytes = Array((object["raw"]?.string ?? "").utf8)
            for _ in 0..<rounds { try Self.check(kind, Self.mutated(bytes, with: &generator)) }
        }
    }
}
