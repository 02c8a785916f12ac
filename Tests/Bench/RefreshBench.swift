import Decoding
import Definitions
import Records
import Storing

/// `bench refresh`: the cost of each step of a document into the store, beside reading its bytes; and that of
/// unchanged responses by HTTP/2 and HTTP/1.1. `bench store` compares the store with SQLite.
enum RefreshBench {
    /// Runs the benchmark.
    ///
    /// - Throws: An error if the corpus is missing, or of the disk.
    static func run() throws {
        let reports = try RefreshDocument.reports()
        let table = try RefreshDocument.table(rows: 20_000)
        try compare("a report read and written", reports) { { _ = try reports.decode() } }
        try compare("a row decoded", table) { { _ = try table.decode() } }
        let machine = RefreshMachine(table)
        try compare("a row kept compressed", table) { try machine.keep() }
        try CostComparison.run(
            "refresh, a row of a table with one change, decoded, compared and stored", each: table.records,
            .body { try machine.refresh() }, to: ("decoding", .body { { _ = try table.decode() } }),
            limit: 1.5)
        try TransportBench.run()
    }

    private static func compare(
        _ name: String, _ document: RefreshDocument, _ prepare: @escaping () throws -> () throws -> Void
    ) throws {
        let floor = CostComparison.Side.body { { try document.read() } }
        try CostComparison.run(
            "refresh, \(name)", each: document.records, .body(prepare: prepare), to: ("reading bytes", floor))
    }
}

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

    /// 20,000 real METARs from all over the world, one per line.
    ///
    /// - Throws: An error if the corpus is missing.
    static func reports() throws -> RefreshDocument {
        let lines = try lines(of: "Tests/WeatherTests/Corpus/weather-metar.jsonl")
        let raws = try lines.map {
            Array((try JSON(parsing: Array($0))["raw"]?.string ?? "").utf8) + [.newline]
        }
        var bytes: [UInt8] = []
        for number in 0..<20_000 { bytes += raws[number % raws.count] }
        return RefreshDocument(kind: .metar, options: Options(), bytes: bytes, records: 20_000)
    }

    /// The delimiter of the hospitals, `¬` in windows-1252.
    private static let notSign: UInt8 = 0xAC

    /// The hospitals repeatedly, each row with its own key; the row `changed` ends in `turn`.
    ///
    /// - Throws: An error if the demo's file is missing.
    static func table(rows: Int, changed: Int? = nil, turn: Int = 0) throws -> RefreshDocument {
        let lines = try lines(of: "etc/demo/Hospital.csv")
        var bytes = Array(lines[0]) + [.newline]
        for number in 0..<rows {
            let row = lines[1 + number % (lines.count - 1)]
            let rest = row[(row.firstIndex(of: notSign) ?? row.startIndex)...]
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
    /// - Throws: An error if it cannot be read, and the errors of `take`.
    func decode(_ take: ([Record]) throws -> Void = { _ in }) throws {
        var decoder = try kind.decoder(options: options, context: .init(reference: Self.moment))
        var count = 0
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
        guard count > records * 9 / 10 else { throw BenchError("only \(count) records were read") }
    }

    /// Reads each byte.
    func read() throws {
        var lines = 0
        try forEachSlice { slice in
            for index in slice.indices where slice[index] == .newline { lines += 1 }
        }
        guard lines >= records else { throw BenchError("the floor must not be optimised away") }
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

/// A store with a table, and refreshes that change one row; the table is loaded with the first refresh.
private final class RefreshMachine {
    private let table: RefreshDocument
    private var loaded: (folder: BenchFolder, store: Store, reader: StoreReader)?
    private var turn = 0
    private let moment = UTC(seconds: 1_795_000_000)

    init(_ table: RefreshDocument) { self.table = table }

    /// Prepares a refresh.
    func refresh() throws -> () throws -> Void {
        let (_, store, reader) = try content()
        turn += 1
        let changed = try RefreshDocument.table(rows: table.records, changed: 1000, turn: turn)
        return { [self] in
            let comparison = try Comparison(of: "table", in: reader)
            try changed.decode { try comparison.add($0) }
            let changes = try commit(comparison, to: store)
            guard changes == 1 else { throw BenchError("\(changes) changes were found") }
            try comparison.settle(at: store.end)
        }
    }

    /// Prepares keeping the document.
    func keep() throws -> () throws -> Void {
        let store = try content().store
        return { [table, moment] in
            let writer = try store.documents.writer(of: "table", DocumentFacts(received: moment))
            try table.forEachSlice { try writer.append($0) }
            try writer.finish()
            try store.documents.remove("table")
        }
    }

    private func content() throws -> (folder: BenchFolder, store: Store, reader: StoreReader) {
        if let loaded { return loaded }
        let folder = try BenchFolder()
        let store = try Store.open(directory: folder.path, at: moment).store
        let reader = try StoreReader(directory: folder.path)
        let comparison = try Comparison(of: "table", in: reader)
        try table.decode { try comparison.add($0) }
        _ = try commit(comparison, to: store)
        try comparison.settle(at: store.end)
        try store.checkpoint()
        loaded = (folder, store, reader)
        return (folder, store, reader)
    }

    /// - Returns: The number of changes.
    private func commit(_ comparison: Comparison, to store: Store) throws -> Int {
        comparison.finish()
        var last: Commit?
        var count = 0
        while let part = try comparison.next() {
            let commit = try store.commit(part, of: "table", at: moment, after: last)
            count += commit.changes.count
            last = commit
        }
        return count
    }
}
