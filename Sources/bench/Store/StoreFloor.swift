import CSQLite
import Records

/// SQLite alone: one table with an index over its keys, the same bodies, the same durability. A single change
/// is also added to a log, with its content: a server whose subscribers resume after a restart cannot do less.
enum StoreFloor {
    /// Measures the same operations without the store.
    static func measure(_ documents: StoreDocuments) throws -> [StoreResult: BenchCost] {
        let directory = try BenchFolder()
        let database = try FloorDatabase("\(directory.path)/almanac.db")
        try database.run(
            "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);"
                + "CREATE UNIQUE INDEX record_by_key ON record (key, hash);"
                + "CREATE TABLE log (number INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB)")
        let add = try database.prepare("INSERT INTO record (key, hash, body) VALUES (?, ?, ?)")
        let set = try database.prepare("UPDATE record SET hash = ?2, body = ?3 WHERE key = ?1")
        let note = try database.prepare("INSERT INTO log (key, hash, body) VALUES (?, ?, ?)")
        var costs: [StoreResult: BenchCost] = [:]
        let document = documents.slices()
        var parts = BenchParts()
        for slice in document {
            for part in [slice.prefix(500), slice.dropFirst(500)] {
                try parts.measure { try database.commit(part, with: add) }
            }
        }
        costs[.load] = parts.cost(of: documents.count)
        costs[.compare] = try BenchCost.median(of: documents.count) {
            var sum: UInt64 = 0
            for slice in document { for record in slice { sum &+= RecordHash(record.data).low } }
            try database.read("SELECT key, hash FROM record ORDER BY key")
            precondition(sum != 0)
        }
        costs[.change] = costs[.compare]
        costs[.commit] = try BenchCost.of(documents.few) {
            for index in 0..<documents.few {
                try database.commit([documents.record(index, version: 2)], with: set, note)
            }
        }
        costs[.read] = try BenchCost.median(of: documents.count) {
            try database.read("SELECT key, body FROM record ORDER BY key")
        }
        costs[.open] = try BenchCost.undisturbed(1) {
            try FloorDatabase("\(directory.path)/almanac.db").read("SELECT key FROM record LIMIT 1")
        }
        for statement in [add, set, note] { sqlite3_finalize(statement) }
        return costs
    }
}
