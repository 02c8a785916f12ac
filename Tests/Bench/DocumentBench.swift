import CXML2
import Decoding
import Definitions
import Foundation
import Records

/// `bench table`, `bench json` and `bench feed`: the instructions of decoding documents, beside those of
/// hashing their bytes, of Foundation's reader of JSON and of libxml2.
enum DocumentBench {
    /// A document to decode.
    private struct Work {
        let kind: Kind
        let name: String
        let definition: String
        let bytes: [UInt8]

        /// Decodes the document in slices, as the daemon does.
        func decode() throws {
            var options = Options()
            try options.read(Array(definition.utf8), file: name)
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
            guard count + out.records.count > 0 else { throw BenchError("\(name) has no records") }
        }

        /// Hashes the bytes.
        func hash() throws {
            guard RecordHash(bytes).low != 0 else { throw BenchError("the bytes were not hashed") }
        }
    }

    /// The real hospitals forty times, and generated rows with quotes.
    static func table() throws {
        let hospitals = try corpus("TablesTests/Corpus/table/nhs/Hospital-2018-02-xAC-lf.csv")
        let end = hospitals.firstIndex(of: .newline) ?? 0
        let rows = (0..<40).flatMap { _ in hospitals[(end + 1)...] }
        let many = Work(
            kind: .table, name: "hospitals", definition: hospitalSettings, bytes: hospitals[...end] + rows)
        let quoted = Work(kind: .table, name: "quoted", definition: "[Record]\nKey=c0", bytes: quotedTable)
        try compare(many, to: "hashing", stored: 34.8, many.hash)
        try compare(quoted, to: "hashing", stored: 29, quoted.hash)
    }

    /// Real reports with what they mean, and the schools of New York.
    static func json() throws {
        let reports = try corpus("WeatherTests/Corpus/weather-metar.jsonl").split(separator: .newline)
        let places = "Number=latitude longitude\nLocation=latitude longitude\n"
        let works = [
            Work(
                kind: .json, name: "reports", definition: "[Record]\nKey=raw",
                bytes: Array("[".utf8) + reports.joined(separator: [.comma]) + Array("]".utf8)),
            Work(
                kind: .json, name: "schools",
                definition: "[Record]\nKey=dbn\nTitle=school_name\n\(places)Group=city",
                bytes: try corpus("TablesTests/Corpus/json/s3k6-pzi2.quarter.json")),
        ]
        for (work, stored) in zip(works, [49.8, 14]) {
            try compare(work, to: "JSONSerialization", limit: 1, stored: stored) {
                guard try !(JSONSerialization.jsonObject(with: Data(work.bytes)) is NSNull) else {
                    throw BenchError("the text is null")
                }
            }
        }
    }

    /// Generated entries, and a real feed, beside libxml2 with handlers that do nothing.
    static func feed() throws {
        let real = try corpus("FeedsTests/Corpus/feed/miniflux/large_rss.xml")
        for (name, bytes, stored) in [("entries", entries, 165.0), ("lobsters", real, 103)] {
            let work = Work(kind: .feed, name: name, definition: "", bytes: bytes)
            try compare(work, to: "libxml2", stored: stored) {
                var events = almanac_xml_events(
                    start: { _, _, _, _, _, _, _, _, _ in }, end: { _, _, _, _ in }, text: { _, _, _ in })
                guard let parser = almanac_xml_parser_new(&events, nil) else {
                    throw BenchError("libxml2 is missing")
                }
                defer { almanac_xml_parser_free(parser) }
                bytes.withUnsafeBytes {
                    almanac_xml_parser_read(parser, $0.baseAddress, CInt($0.count), 1)
                }
            }
        }
    }

    private static func compare(
        _ work: Work, to peer: String, limit: Double? = nil, stored: Double,
        _ floor: @escaping () throws -> Void
    ) throws {
        try CostComparison.run(
            "\(work.kind.rawValue), \(work.name), a byte", each: work.bytes.count, to: peer, limit: limit,
            stored: stored, { work.decode }, floor: { floor })
    }

    private static func corpus(_ path: String) throws -> [UInt8] {
        try BenchFiles.bytes(BenchFiles.root + "Tests/" + path)
    }

    /// The definition of the NHS's hospitals.
    private static let hospitalSettings = """
        [Table]
        Encoding=windows-1252
        Quote=none
        HeaderContains=OrganisationID

        [Record]
        Key=OrganisationID
        Title=OrganisationName
        Require=OrganisationID OrganisationCode OrganisationName
        Boolean=IsPimsManaged
        Number=Latitude Longitude
        Location=Latitude Longitude
        Map=Sector NHS:*nhs* Independent:*
        Group=Sector
        """

    /// 20,000 rows of 18 quoted columns, 4 MB.
    private static var quotedTable: [UInt8] {
        let words = ["", "x", "hello, world", "Some longer text here", "12.345", "NHS Trust"]
        var text = (0..<18).map { "\"c\($0)\"" }.joined(separator: ",") + "\n"
        for row in 0..<20_000 {
            text += "\"\(row)\""
            for column in 1..<18 { text += ",\"\(words[(row &* 7 &+ column &* 3) % 6])\(column)\"" }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// 500 entries with markup, 400 kB.
    private static var entries: [UInt8] {
        let text = String(repeating: "word ", count: 40)
        let items = (0..<500).map { row in
            """
            <item><title>Entry number \(row) &amp; more</title>
            <link>http://example.com/\(row)?a=1&amp;b=2</link>
            <guid isPermaLink="false">tag:example.com,\(row)</guid>
            <pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate>
            <dc:creator>Some Body</dc:creator><category>one</category><category>two</category>
            <description><![CDATA[<p>Some text with <a href="http://example.com/x">a link</a> and <b>bold</b>
            words, \(text)</p><img src="/i/\(row).png" alt="x"/>]]></description></item>

            """
        }
        let head = """
            <?xml version="1.0" encoding="utf-8"?>
            <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>
            """
        return Array((head + items.joined() + "</channel></rss>").utf8)
    }
}
