import CSQLite
import Decoding
import Definitions
import Glibc
import Records

/// `bench million`: a table of a million rows, about 300 MB: its first load, and refreshes with ten changed
/// rows, beside decoding alone and beside SQLite, which stores and indexes a tenth of the records.
///
/// Memory is the daemon's peak, including mapped files.
enum MillionBench {
    private static let places = Places(count: 1_000_000, length: .long)
    private static let turns = 3

    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk.
    static func run() throws {
        let almanac = try Almanac()
        let file = almanac.folder.path + "/data/rows"
        try almanac.define("rows", Places.definition)
        try places.write(to: file)
        let load = try Clock.milliseconds {
            try almanac.start()
            try almanac.wait { try almanac.records == places.count }
        }
        let index = try Clock.milliseconds { try almanac.rest() }
        print("first load: \(Goal.short(load / 1e3)) s; indexes after it: \(Goal.short(index / 1e3)) s")
        let floor = try storeTenth(of: file) * 10
        print(
            "SQLite alone storing and indexing a tenth, times ten: \(Goal.short(floor / 1e3)) s"
        )
        var ratios: [Double] = []
        for turn in 1...turns {
            let before = try almanac.cursor
            let refresh = try almanac.wait(
                after: { try places.write(to: file, word: "Changed\(turn)") },
                until: { try almanac.cursor != before })
            try almanac.rest()
            let alone = try Clock.cost { try decode(file) { _ in } }
            print(
                "ten rows other: \(Goal.short(refresh / 1e9)) s of CPU, decoding \(Goal.short(alone / 1e9)) s"
            )
            ratios.append(refresh / alone)
        }
        print("refresh beside decoding alone: \(ratios.map(Goal.short).joined(separator: ", "))")
        Goal.most("million, load and indexes", (load + index) / 1e3, limit: 120, unit: " s")
        Goal.most(
            "million, resident", Double(try almanac.process?.peak() ?? 0) / 1e6, limit: 150, unit: " MB")
        Goal.most("million, longest turn of the loop", try almanac.longestTurn, limit: 20, unit: " ms")
        Goal.most("million, refresh beside decoding alone", ratios.min() ?? 0, limit: 1.5)
    }

    /// Decodes the table and passes on the records of each slice.
    private static func decode(_ path: String, _ take: ([Record]) throws -> Void) throws {
        var options = Options()
        try options.read(Array(("[Source]\n" + Places.definition).utf8), file: "bench")
        let context = DocumentContext(reference: UTC(seconds: 1_795_000_000))
        var decoder = try Kind.table.decoder(options: options, context: context)
        var out = Decoded()
        guard let file = fopen(path, "r") else { throw BenchError("cannot read \(path)") }
        defer { fclose(file) }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&room, 1, room.count, file), count > 0 {
            try decoder.decode(room.span.extracting(first: count), into: &out)
            try take(out.records)
            out.removeAll()
        }
        try decoder.finish(into: &out)
        try take(out.records)
    }

    /// Stores the first tenth of the records in a table with a unique index of its keys, a log, and an index
    /// of words, with the same durability.
    ///
    /// - Returns: The milliseconds.
    private static func storeTenth(of path: String) throws -> Double {
        var records: [Record] = []
        try decode(path) { records += $0.prefix(places.count / 10 - records.count) }
        let folder = try BenchFolder()
        let database = try FloorDatabase(folder.path + "/floor.db")
        try database.run(
            "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);"
                + "CREATE UNIQUE INDEX record_by_key ON record (key, hash);"
                + "CREATE TABLE log (number INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);"
                + "CREATE VIRTUAL TABLE word USING fts5 (key, hash UNINDEXED, body, content = '')")
        let record = try database.prepare("INSERT INTO record (key, hash, body) VALUES (?, ?, ?)")
        let note = try database.prepare("INSERT INTO log (key, hash, body) VALUES (?, ?, ?)")
        let words = try database.prepare("INSERT INTO word (key, hash, body) VALUES (?, ?, ?)")
        defer { for statement in [record, note, words] { sqlite3_finalize(statement) } }
        return try Clock.milliseconds {
            for first in stride(from: 0, to: records.count, by: 500) {
                try database.commit(
                    records[first..<min(first + 500, records.count)], with: record, note, words)
            }
        }
    }
}
