import Decoding
import Definitions
import Records

/// A large document made of real ones, in a file.
struct RefreshDocument {
    /// The kind of the document.
    let kind: Kind
    /// The settings of its definition.
    let options: Options
    /// The content.
    let bytes: [UInt8]
    /// The number of records.
    let records: Int

    private static let moment = UTC(seconds: 1_588_377_600)

    /// 100,000 real METARs from all over the world, one per line.
    ///
    /// - Throws: An error if the corpus is missing.
    static func reports() throws -> RefreshDocument {
        let lines = try lines(of: "Tests/WeatherTests/Corpus/weather-metar.jsonl")
        let raws = try lines.map {
            Array((try JSON(parsing: Array($0))["raw"]?.string ?? "").utf8) + [.newline]
        }
        var bytes: [UInt8] = []
        for number in 0..<100_000 { bytes += raws[number % raws.count] }
        return RefreshDocument(kind: .metar, options: Options(), bytes: bytes, records: 100_000)
    }

    /// The hospitals repeatedly, each row with its own key; the row `changed` ends in `turn`.
    ///
    /// - Throws: An error if the demo's file is missing.
    static func table(rows: Int, changed: Int? = nil, turn: Int = 0) throws -> RefreshDocument {
        let lines = try lines(of: "etc/demo/Hospital.csv")
        var bytes = Array(lines[0]) + [.newline]
        for number in 0..<rows {
            let row = lines[1 + number % (lines.count - 1)]
            let rest = row[(row.firstIndex(of: 0xAC) ?? row.startIndex)...]
            bytes +=
                Array("\(10_000_000 + number)".utf8) + rest
                + (number == changed ? Array("\(turn)\n".utf8) : [.newline])
        }
        let settings = [
            ("Table", "Encoding", "windows-1252"), ("Table", "Delimiter", "auto"), ("Table", "Quote", "none"),
            ("Table", "HeaderContains", "OrganisationID"), ("Record", "Key", "OrganisationID"),
            ("Record", "Title", "OrganisationName"), ("Record", "Boolean", "IsPimsManaged"),
            ("Record", "Require", "OrganisationID OrganisationCode OrganisationName"),
            ("Record", "Number", "Latitude Longitude"), ("Record", "Location", "Latitude Longitude"),
            ("Record", "Map", "Sector NHS:*nhs* Independent:*"), ("Record", "Group", "Sector"),
        ]
        let options = Options(settings.map { Options.Entry(section: $0, name: $1, value: $2) })
        return RefreshDocument(kind: .table, options: options, bytes: bytes, records: rows)
    }

    /// Decodes the document in slices, as they are read from a disk.
    ///
    /// - Parameter take: Receives the records of each slice.
    /// - Returns: The cost, including that of `take`, in CPU microseconds.
    /// - Throws: An error if it cannot be read, and the errors of `take`.
    func decode(_ take: ([Record]) throws -> Void = { _ in }) throws -> Double {
        var decoder = try kind.decoder(options: options, context: .init(reference: Self.moment))
        var count = 0
        return try BenchCost.of(1) {
            var out = Decoded()
            func pass() throws {
                count += out.records.count
                try take(out.records)
                out.removeAll()
            }
            try forEachSlice {
                try decoder.decode($0, into: &out)
                try pass()
            }
            try decoder.finish(into: &out)
            try pass()
            guard count > records * 9 / 10 else {
                throw BenchError(description: "only \(count) records were read")
            }
        }.processor
    }

    /// Reads each byte.
    ///
    /// - Returns: The cost, in CPU microseconds.
    func read() throws -> Double {
        var lines = 0
        let cost = try BenchCost.of(1) {
            try forEachSlice { slice in
                for index in slice.indices where slice[index] == .newline { lines += 1 }
            }
        }
        precondition(lines >= records, "the floor must not be optimised away")
        return cost.processor
    }

    /// Passes the bytes in slices of 64 KiB.
    func forEachSlice(_ body: (Span<UInt8>) throws -> Void) throws {
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            try body(bytes.span.extracting(start..<min(start + 65_536, bytes.count)))
        }
    }

    private static func lines(of name: String) throws -> [ArraySlice<UInt8>] {
        try BenchFiles.bytes(BenchFiles.root + name).split { $0.isLineEnd }
    }
}
