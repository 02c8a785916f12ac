import Alerts
import Compression
import Decoding
import Definitions
import Records
import Sky
import TestDocuments
import Testing

/// A document of a provider, as a line of `Corpus/documents.tsv` describes it.
nonisolated struct ShippedDocument: CustomTestStringConvertible {
    /// The name of the definition, such as `metar@`.
    let definition: String
    /// `recorded`, `excerpt`, `built` or `computed`; see the README of the corpus.
    let origin: String
    /// The number of records that the document has.
    let records: Int
    /// The expected value of the first record.
    let value: String
    private let time: String
    private let instance: String
    private let path: String
    private let files: [String]

    var testDescription: String { definition }

    /// All documents, without those of lines that cannot be read, which a test misses.
    static let all: [ShippedDocument] = ((try? CorpusFile.lines("documents.tsv")) ?? []).dropFirst()
        .compactMap { ShippedDocument(String(decoding: $0, as: UTF8.self)) }

    private init?(_ line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 7 else { return nil }
        let first = fields[5].split(separator: "=", maxSplits: 1).map(String.init)
        guard first.count == 2 else { return nil }
        definition = fields[0]
        origin = fields[1]
        time = fields[2]
        instance = fields[3]
        records = Int(fields[4]) ?? -1
        path = first[0]
        value = first[1]
        files = fields[6].split(separator: " ").map(String.init)
    }

    /// Decodes the document with the settings of a definition.
    func decode(_ text: String) throws -> Decoded {
        CalendarProgram.use()
        let text = text.split(separator: "%i", omittingEmptySubsequences: false).joined(separator: instance)
        let options = try TestDocument.options(text)
        let name = options.last(in: "Source", named: "Kind")?.value ?? ""
        let kind = try #require(Kind(rawValue: name))
        let moment = try #require(UTC(iso8601: time))
        return try TestDocument.decode(
            kind, text, bytes(options, at: moment), context: DocumentContext(reference: moment))
    }

    /// Returns the value of a record as text; `@title` is its title.
    func value(in record: Record) throws -> String {
        if path == "@title" { return record.title ?? "" }
        let data = try JSON(parsing: record.data)
        let found = path.split(separator: ".").reduce(data as JSON?) { $0?[String($1)] }
        return found?.string ?? found.map { String(decoding: $0.canonicalBytes, as: UTF8.self) } ?? "absent"
    }

    /// Returns the document: one file, an index with its messages, or what is computed.
    private func bytes(_ options: Options, at moment: UTC) throws -> [UInt8] {
        guard let first = files.first else {
            let url = options.last(in: "Source", named: "URL")?.value ?? ""
            let body = SkyBody.allCases.first { url.hasPrefix("computed:\($0)/") }
            let place = instance.split(separator: ",").compactMap { Double($0) }
            let position = try #require(Position(latitude: place[0], longitude: place[1]))
            return SkyDocument(of: try #require(body), at: position).bytes(at: moment)
        }
        let index = try ShippedDocument.read(first)
        guard files.count > 1 else { return index }
        let links = AlertLinks.wanted(in: index, charset: nil)
        let linked = try zip(links, files.dropFirst()).map { url, file in
            AlertBundle.Linked(url: url, bytes: try ShippedDocument.read(file))
        }
        return AlertBundle(index: index, linked: linked).bytes
    }

    /// Reads a file below `Tests`, which may be compressed.
    private static func read(_ file: String) throws -> [UInt8] {
        let bytes = try CorpusFile.bytes("../../" + file)
        guard file.hasSuffix(".gz") else { return bytes }
        let inflater = Inflater()
        var (input, output): ([UInt8].SubSequence, [UInt8]) = (bytes[...], [])
        var room = [UInt8](repeating: 0, count: 1 << 20)
        while !input.isEmpty {
            let progress = input.withUnsafeBytes { input in
                room.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
            }
            let step = try #require(progress)
            output += room[..<step.written]
            input = input.dropFirst(step.used)
            if step.isEnd { break }
        }
        return output
    }
}
