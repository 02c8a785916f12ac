import Alerts
import Compression
import Decoding
import Records
import TestDocuments

/// The compressed inputs of this target.
enum Corpus {
    /// Returns the bytes of a gzip file.
    static func bytes(_ path: String) throws -> [UInt8] {
        var input = try CorpusFile.bytes(path + ".gz")[...]
        let inflater = Inflater()
        var output: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 20)
        while !input.isEmpty {
            let progress = input.withUnsafeBytes { input in
                room.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
            }
            guard let progress else { throw Damaged(path: path) }
            output += room[..<progress.written]
            input = input.dropFirst(progress.used)
            if progress.isEnd { break }
        }
        return output
    }

    /// Returns the values on the lines of a gzip file.
    static func lines(_ path: String) throws -> [JSON] {
        try bytes(path).split(separator: .newline).map { try JSON(parsing: Array($0)) }
    }

    /// Returns the names of the files in a folder, without `.gz`.
    static func names(_ folder: String) throws -> [String] {
        try CorpusFile.names(folder).map { String($0.dropLast(3)) }
    }

    private struct Damaged: Error { let path: String }
}

/// The keys that documents gave to messages, like the table of the store.
final class Memory {
    private(set) var names: [String: String] = [:]

    func key(of name: String) -> String? { names[name] }

    func add(_ names: [String: String]) { self.names.merge(names) { $1 } }
}

/// An alert in force, as expected.
struct Expected: Hashable {
    var identifier: String
    var event: String
    var severity: String
    var sent: Int64
    var onset: Int64
    var ends: Int64?
    var bounds: [Double]

    /// Reads an expected alert.
    init(_ json: JSON) {
        identifier = json["identifier"]?.string ?? ""
        event = json["event"]?.string ?? ""
        severity = json["severity"]?.string ?? ""
        sent = Int64(json["sent"]?.int ?? 0)
        onset = Int64(json["onset"]?.int ?? 0)
        ends = json["ends"]?.int.map(Int64.init)
        bounds = json["bbox"]?.array?.compactMap(\.double) ?? []
    }

    /// Reads a record.
    init(_ record: Record) throws {
        let data = try JSON(parsing: record.data)
        func seconds(_ name: String) -> Int64? {
            data[name]?.string.flatMap { UTC(iso8601: $0)?.seconds }
        }
        identifier = data["identifier"]?.string ?? ""
        event = data["event"]?.string ?? ""
        severity = data["severity"]?.string ?? ""
        sent = seconds("sent") ?? 0
        onset = seconds("onset") ?? 0
        ends = seconds("ends")
        bounds = data["geometry"].flatMap { GeoArea($0)?.bounds }.map { $0.rounded } ?? []
    }

    /// Returns each second within a time at which one of the alerts begins or ends, and the second before it,
    /// ascending.
    static func changes(of alerts: [String: Expected], from start: Int64, to end: Int64) -> [Int64] {
        let moments = Set(alerts.values.flatMap { [$0.onset, $0.ends].compactMap(\.self) })
        return Set(moments.flatMap { [$0 - 1, $0] }).filter { $0 > start && $0 < end }.sorted()
    }

    /// Returns which of the alerts have not ended at a moment, by key, and whether they have begun.
    static func phases(of alerts: [String: Expected], at now: Int64) -> [String: Bool] {
        alerts.filter { $0.value.ends.map { $0 > now } ?? true }.mapValues { $0.onset <= now }
    }

    /// Returns the keys of records, and whether their alerts have begun.
    static func phases(of records: [Record]) throws -> [String: Bool] {
        var phases: [String: Bool] = [:]
        for record in records { phases[record.key] = try JSON(parsing: record.data)["phase"] == "in force" }
        return phases
    }

    /// Returns the alerts by key.
    static func all(_ json: JSON?) -> [String: Expected] {
        var all: [String: Expected] = [:]
        for alert in json?.array ?? [] { all[alert["key"]?.string ?? ""] = Expected(alert) }
        return all
    }
}

extension GeoBounds {
    /// The sides in the order south, west, north, east, to four decimals.
    var rounded: [Double] {
        [south, west, north, east].map { ($0 * 10_000).rounded(.toNearestOrEven) / 10_000 }
    }
}

extension Decoded {
    /// The records by key.
    func alerts() throws -> [String: Expected] {
        var all: [String: Expected] = [:]
        for record in records { all[record.key] = try Expected(record) }
        return all
    }
}

/// Decodes a document at a moment with the memory of earlier ones.
func decode(
    _ bytes: [UInt8], at seconds: Int64, _ memory: Memory = Memory(), definition: String = ""
) throws -> Decoded {
    var decoder = try AlertDecoder(
        options: TestDocument.options(definition), context: DocumentContext(reference: UTC(seconds: seconds)))
    decoder.live(at: UTC(seconds: seconds)) { memory.key(of: $0) }
    let out = try decoder.decode(whole: bytes)
    memory.add(out.names)
    return out
}
