import Decoding
import Definitions
import Foundation
import Records

/// `bench table`, `bench json` and `bench feed`: real and generated documents, compared with Python's readers
/// and with Foundation's, and with reading and hashing the bytes.
enum DocumentBench {
    /// A document to decode.
    private struct Work {
        let kind: Kind
        let file: String
        let definition: String
        let bytes: [UInt8]

        /// The path for the other decoders.
        var path: String { BenchFiles.root + ".build/bench-" + file }
        var name: String { "\(kind.rawValue), \(file)" }

        /// Decodes the document in slices, as the daemon does.
        func decode() throws {
            var options = Options()
            try options.read(Array(definition.utf8), file: file)
            var decoder = try kind.decoder(
                options: options, context: DocumentContext(reference: UTC(seconds: 0)))
            var out = Decoded()
            var count = 0
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                try decoder.decode(
                    bytes.span.extracting(start..<min(start + 65_536, bytes.count)), into: &out)
                count += out.records.count
                out.removeAll()
            }
            try decoder.finish(into: &out)
            guard count + out.records.count > 0 else { throw BenchError("\(file) has no records") }
        }
    }

    /// The real hospitals forty times, and a table with quotes.
    static func table() throws {
        let hospitals = try corpus("TablesTests/Corpus/table/nhs/Hospital-2018-02-xAC-lf.csv")
        let end = hospitals.firstIndex(of: .newline) ?? 0
        let rows = (0..<40).flatMap { _ in hospitals[(end + 1)...] }
        let many = hospitals[...end] + rows
        try compare(
            Work(
                kind: .table, file: "hospitals.csv", definition: DocumentSamples.hospitals, bytes: Array(many)
            ),
            peer: "csv", limit: 0.37)
        let quoted = DocumentSamples.quotedTable
        try compare(
            Work(kind: .table, file: "quoted.csv", definition: "[Record]\nKey=c0", bytes: quoted),
            peer: "csv",
            limit: 0.37)
    }

    /// Generated reports, and the schools of New York.
    static func json() throws {
        let reports = DocumentSamples.reports
        let generated = Work(
            kind: .json, file: "reports.json", definition: "[Record]\nKey=id", bytes: reports)
        try compare(generated, peer: "json", limit: 1)
        try compare(
            Work(
                kind: .json, file: "schools.json",
                definition: "[Record]\nKey=dbn\nTitle=school_name\nNumber=latitude longitude\n"
                    + "Location=latitude longitude\nGroup=city",
                bytes: try corpus("TablesTests/Corpus/json/s3k6-pzi2.quarter.json")), peer: "json", limit: 1)
        let foundation = CostComparison.Side.body { { try FoundationPeer.read(reports) } }
        try CostComparison.run(
            "json, beside JSONDecoder", each: reports.count, .body { generated.decode },
            to: ("JSONDecoder", foundation),
            limit: 0.105)
    }

    /// Generated entries, and a real feed.
    static func feed() throws {
        let lobsters = try corpus("FeedsTests/Corpus/feed/miniflux/large_rss.xml")
        try compare(
            Work(kind: .feed, file: "entries.rss", definition: "", bytes: DocumentSamples.entries),
            peer: "feedparser",
            limit: 1.0 / 50)
        try compare(
            Work(kind: .feed, file: "lobsters.rss", definition: "", bytes: lobsters), peer: "feedparser",
            limit: 1.0 / 50)
    }

    private static func corpus(_ path: String) throws -> [UInt8] {
        try BenchFiles.bytes(BenchFiles.root + "Tests/" + path)
    }

    private static func compare(_ work: Work, peer name: String, limit: Double) throws {
        try BenchFiles.write(work.bytes, to: work.path)
        let ours = CostComparison.Side.body { work.decode }
        let floor = CostComparison.Side.body {
            { guard RecordHash(work.bytes).low != 0 else { throw BenchError("the bytes were not hashed") } }
        }
        try CostComparison.run(
            "\(work.name), a byte", each: work.bytes.count, ours, to: ("hashing alone", floor))
        guard let side = PythonPeer.side("documents", [work.kind.rawValue, work.path]) else {
            return print("\(name) cannot be run here: nothing to compare with")
        }
        try CostComparison.run("\(work.name), beside \(name)", ours, to: (name, side), limit: limit)
    }
}

/// Foundation's JSON.
nonisolated enum FoundationPeer {
    private struct Report: Decodable {
        struct Wind: Decodable {
            let direction: Int
            let speed: Int
            let gust: Int?
        }

        let id: Int
        let station: String
        let time: String
        let temperature: Double
        let wind: Wind
        let raw: String
        let tags: [String]
        let name: String
    }

    /// Parses an object without a type of its own.
    ///
    /// - Throws: An error if the text is not an object.
    static func parse(_ bytes: [UInt8]) throws {
        guard try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any] else {
            throw BenchError("the text is not an object")
        }
    }

    /// Decodes the reports of `bench json`.
    ///
    /// - Throws: An error if there are none.
    static func read(_ bytes: [UInt8]) throws {
        guard try !Foundation.JSONDecoder().decode([Report].self, from: Data(bytes)).isEmpty else {
            throw BenchError("there are no reports")
        }
    }
}
