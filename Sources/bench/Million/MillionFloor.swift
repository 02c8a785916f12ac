import CSQLite
import Records

/// SQLite alone, with a tenth of the records of `bench million`: a table, a unique index of its keys, a log, and an
/// index of words, with the same durability.
enum MillionFloor {
    private static let schema = """
        CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);
        CREATE UNIQUE INDEX record_by_key ON record (key, hash);
        CREATE TABLE log (number INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);
        CREATE VIRTUAL TABLE word USING fts5 (key, hash UNINDEXED, body, content = '')
        """

    /// Stores a part of the records.
    ///
    /// - Parameter records: The part, of more than none.
    /// - Returns: The wall time that all records would take, in seconds.
    /// - Throws: An error of the disk.
    static func measure(_ records: [Record]) throws -> Double {
        let folder = try BenchFolder()
        let database = try FloorDatabase(folder.path + "/floor.db")
        try database.run(schema)
        let record = try database.prepare("INSERT INTO record (key, hash, body) VALUES (?, ?, ?)")
        let note = try database.prepare("INSERT INTO log (key, hash, body) VALUES (?, ?, ?)")
        let words = try database.prepare("INSERT INTO word (key, hash, body) VALUES (?, ?, ?)")
        defer { for statement in [record, note, words] { sqlite3_finalize(statement) } }
        let start = Measure.wall
        for first in stride(from: 0, to: records.count, by: 500) {
            let part = records[first..<min(first + 500, records.count)]
            try database.commit(part, with: record, note, words)
        }
        return (Measure.wall - start) / 1e9 * Double(MillionTable.count) / Double(records.count)
    }
}
