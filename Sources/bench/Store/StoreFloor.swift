import CSQLite
import Records

/// SQLite alone: one table with an index over its keys, the same bodies, the same durability.
enum StoreFloor {
    /// What the same costs without the store.
    static func measure(_ documents: StoreDocuments) throws -> [StoreResult: StoreCost] {
        let directory = try StoreDirectory()
        let database = try FloorDatabase("\(directory.path)/almanac.db")
        try database.run(
            "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);"
                + "CREATE UNIQUE INDEX record_by_key ON record (key, hash)")
        let add = try database.prepare("INSERT INTO record (key, hash, body) VALUES (?, ?, ?)")
        let set = try database.prepare("UPDATE record SET hash = ?2, body = ?3 WHERE key = ?1")
        var costs: [StoreResult: StoreCost] = [:]
        let document = documents.slices()
        costs[.load] = try StoreCost.of(documents.count) {
            for slice in document {
                for part in [slice.prefix(500), slice.dropFirst(500)] { try database.commit(part, add) }
            }
        }
        costs[.compare] = try StoreCost.of(documents.count) {
            var sum: UInt64 = 0
            for slice in document { for record in slice { sum &+= RecordHash(record.data).low } }
            try database.read("SELECT key, hash FROM record ORDER BY key")
            precondition(sum != 0)
        }
        costs[.change] = costs[.compare]
        costs[.commit] = try StoreCost.of(documents.few) {
            for index in 0..<documents.few { try database.commit([documents.record(index, version: 2)], set) }
        }
        costs[.read] = try StoreCost.of(documents.count) {
            try database.read("SELECT key, body FROM record ORDER BY key")
        }
        costs[.open] = try StoreCost.of(1) {
            try FloorDatabase("\(directory.path)/almanac.db").read("SELECT key FROM record LIMIT 1")
        }
        for statement in [add, set] { sqlite3_finalize(statement) }
        return costs
    }
}

/// A database as a program in C would use it.
nonisolated private final class FloorDatabase {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
            throw BenchError(description: "cannot open \(path)")
        }
        handle = opened
        try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000")
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        return statement!
    }

    func commit(_ records: some Sequence<Record>, _ statement: OpaquePointer) throws {
        try run("BEGIN IMMEDIATE")
        for record in records {
            var key = record.key
            _ = key.withUTF8 { almanac_bind_text(statement, 1, $0.baseAddress, sqlite3_uint64($0.count)) }
            let hash = RecordHash(record.data)
            withUnsafeBytes(of: (hash.low, hash.high)) {
                _ = almanac_bind_blob(statement, 2, $0.baseAddress, 16)
            }
            record.data.withUnsafeBytes {
                _ = almanac_bind_blob(statement, 3, $0.baseAddress, sqlite3_uint64($0.count))
            }
            guard sqlite3_step(statement) == SQLITE_DONE else { return try check(sqlite3_reset(statement)) }
            try check(sqlite3_reset(statement))
        }
        try run("COMMIT")
    }

    func read(_ sql: String) throws {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW { _ = sqlite3_column_bytes(statement, 0) }
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else {
            throw BenchError(description: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
