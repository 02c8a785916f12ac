import CSQLite
import Records
import Storing

/// `bench store`: the cost of the store compared with SQLite alone, which stores the same bytes without
/// checksums, comparison or differences, and a log only of single changes. The limits are a twentieth above
/// the instructions of an earlier build.
enum StoreBench {
    /// Runs the benchmark.
    ///
    /// - Throws: An error of the disk.
    static func run() throws {
        let count = StoreDocuments.count
        let (ours, floor) = (StoreSubject(), StoreFloor())
        try compare(
            "first load, a record", each: count, { try StoreSubject().load() }, { try StoreFloor().load() },
            limit: 4.9)
        try compare(
            "one record other, a record", each: count, { try ours.accept(changing: count / 2) },
            { try floor.compare() }, limit: 1.8)
        try compare(
            "commit of one change", each: StoreDocuments.few, { try ours.commit() }, { try floor.commit() },
            limit: 2.2)
        try compare(
            "snapshot, a record", each: count, { try ours.readAll() }, { try floor.readAll() }, limit: 5.1)
        try compare(
            "index, a record", each: count, { try StoreSubject().index() }, { try floor.index() },
            limit: 2.2)
    }

    /// Runs `bench past`: the time to read one record as it was at any moment, among 1,000,000 changes of 1,000
    /// records.
    ///
    /// - Throws: An error of the disk.
    static func past() throws {
        let rounds = 1000
        let folder = try BenchFolder()
        let store = try Store.open(directory: folder.path, at: StoreDocuments.moment).store
        for round in 0..<rounds {
            let records = (0..<1000).map { StoreDocuments.record($0, version: round) }
            let moment = StoreDocuments.moment + .seconds(round)
            _ = try store.commit(records.map { .put($0, $0.hash) }, of: "s", at: moment)
            _ = try store.checkpointIfNeeded(isIdle: false)
        }
        let reader = try StoreReader(directory: folder.path)
        try Goal.times([("past, one record among 1,000,000 changes, the slowest of 200", 20)], unit: " ms") {
            let times = try (0..<200).map { index in
                let record = StoreDocuments.record(index * 5, version: index * 5)
                let moment = StoreDocuments.moment + .seconds(index * 5)
                // The shortest of three times at this moment: other programs lengthen them.
                let times = try (0..<3).map { _ in
                    try Clock.milliseconds {
                        let found = try reader.record(record.key, of: "s", at: moment)
                        guard case .present(let past) = found, past.record.data == record.data else {
                            throw BenchError("\(record.key) is not known at \(moment)")
                        }
                    }
                }
                return times.min() ?? .infinity
            }
            print("past, one record: \(times.spread) ms")
            return [times.percentile(100)]
        }
    }

    private static func compare(
        _ name: String, each count: Int, _ ours: @escaping CostComparison.Side,
        _ floor: @escaping CostComparison.Side, limit: Double
    ) throws {
        try CostComparison.run(
            "store, \(name)", each: count, to: "SQLite", limit: limit, ours, floor: floor)
    }
}

/// Generated documents that resemble a directory of hospitals, with unordered keys.
enum StoreDocuments {
    /// The number of records of a document; instructions grow in proportion, and are counted with fewer.
    static let count = CostComparison.isCounting ? 20_000 : 85_000
    /// The number of single commits of a run.
    static let few = 500
    /// The time of all changes.
    static let moment = UTC(seconds: 1_795_000_000)

    /// Returns the document in slices, with one record changed.
    static func slices(changing changed: Int? = nil, to version: Int = 1) -> [[Record]] {
        stride(from: 0, to: count, by: 1000).map { start in
            (start..<min(start + 1000, count)).map { record($0, version: $0 == changed ? version : 0) }
        }
    }

    /// Returns a record.
    static func record(_ index: Int, version: Int = 0) -> Record {
        let data = """
            {"address":"\(index) High Street","city":"Town \(index % 900)",\
            "email":"mail\(index)@example.org","fax":"01234 \(index)","latitude":51.\(index % 9973),"longitude":-0.\(index % 9967),\
            "name":"Hospital number \(index)","phone":"01234 \(index)","postcode":"AB\(index % 99) 3CD",\
            "sector":"NHS Sector","type":"Hospital","version":\(version),\
            "website":"https://example.org/\(index)"}
            """
        return Record(
            key: "H\(1_000_000 + index &* 7919 % 1_000_003)", title: "Hospital number \(index)", group: "NHS",
            data: Array(data.utf8))
    }
}

/// The store; its document is loaded with the first operation that needs it.
private final class StoreSubject {
    private let folder = Result { try BenchFolder() }
    private var loaded: (store: Store, reader: StoreReader)?
    private var version = 0

    /// Prepares the first load.
    func load() throws -> () throws -> Void {
        let made = try make()
        let slices = StoreDocuments.slices()
        return { [self] in try accept(slices, into: made) }
    }

    /// Prepares the index of all records, in which Search finds them.
    func index() throws -> () throws -> Void {
        let made = try content()
        let indexer = try Indexer(of: made.store)
        // Its folder is removed with this object.
        return { [self] in try withExtendedLifetime(self) { while try indexer.follow() {} } }
    }

    /// Prepares a document like the one before with one other record.
    func accept(changing changed: Int) throws -> () throws -> Void {
        version += 1
        let made = try content()
        let slices = StoreDocuments.slices(changing: changed, to: version)
        return { [self] in try accept(slices, into: made) }
    }

    /// Prepares single commits.
    func commit() throws -> () throws -> Void {
        version += 1
        let made = try content()
        let records = (0..<StoreDocuments.few).map { StoreDocuments.record($0, version: version) }
        return {
            for record in records {
                _ = try made.store.commit([.put(record, record.hash)], of: "s", at: StoreDocuments.moment)
            }
        }
    }

    /// Prepares reading all records.
    func readAll() throws -> () throws -> Void {
        let reader = try content().reader
        return {
            var place: (source: String, key: String)?
            while let last = try reader.snapshot(after: place, limit: 500).last {
                place = (last.source, last.record.key)
            }
        }
    }

    private func make() throws -> (store: Store, reader: StoreReader) {
        let path = try folder.get().path
        return (
            try Store.open(directory: path, at: StoreDocuments.moment).store, try StoreReader(directory: path)
        )
    }

    private func content() throws -> (store: Store, reader: StoreReader) {
        if let loaded { return loaded }
        let made = try make()
        try accept(StoreDocuments.slices(), into: made)
        // As the daemon does when it is idle: the log keeps its size, like that of the floor.
        try made.store.checkpointIfNeeded(isIdle: true)
        loaded = made
        return made
    }

    private func accept(_ slices: [[Record]], into made: (store: Store, reader: StoreReader)) throws {
        let comparison = try Comparison(of: "s", in: made.reader)
        for slice in slices { try comparison.add(slice) }
        comparison.finish()
        var commit: Commit?
        while let part = try comparison.next() {
            commit = try made.store.commit(part, of: "s", at: StoreDocuments.moment, after: commit)
            try made.store.checkpointIfNeeded(isIdle: false)
        }
    }
}

/// SQLite alone: one table with an index over its keys, the same bodies, the same durability. A single change
/// is also added to a log, with its content: a server whose subscribers resume after a restart cannot do
/// less.
private final class StoreFloor {
    private let folder = Result { try BenchFolder() }
    private var loaded: FloorDatabase?
    private var version = 0

    /// Prepares the first load.
    func load() throws -> () throws -> Void {
        let database = try make()
        let slices = StoreDocuments.slices()
        return { [self] in try fill(database, with: slices) }
    }

    /// Prepares an index of all words without their texts.
    func index() throws -> () throws -> Void {
        let database = try content()
        try database.run(
            "DROP TABLE IF EXISTS word;"
                + "CREATE VIRTUAL TABLE word USING fts5 (key, hash UNINDEXED, body, content = '')")
        let slices = StoreDocuments.slices()
        return {
            let words = try database.prepare("INSERT INTO word (key, hash, body) VALUES (?, ?, ?)")
            defer { sqlite3_finalize(words) }
            for slice in slices { try database.commit(slice, with: words) }
        }
    }

    /// Prepares hashing all records and reading the keys and hashes.
    func compare() throws -> () throws -> Void {
        let database = try content()
        let slices = StoreDocuments.slices()
        return {
            var sum: UInt64 = 0
            for slice in slices { for record in slice { sum &+= RecordHash(record.data).low } }
            try database.read("SELECT key, hash FROM record ORDER BY key")
            precondition(sum != 0)
        }
    }

    /// Prepares single commits.
    func commit() throws -> () throws -> Void {
        version += 1
        let database = try content()
        let records = (0..<StoreDocuments.few).map { StoreDocuments.record($0, version: version) }
        return {
            let set = try database.prepare("UPDATE record SET hash = ?2, body = ?3 WHERE key = ?1")
            let note = try database.prepare("INSERT INTO log (key, hash, body) VALUES (?, ?, ?)")
            defer { for statement in [set, note] { sqlite3_finalize(statement) } }
            for record in records { try database.commit([record], with: set, note) }
        }
    }

    /// Prepares reading all records.
    func readAll() throws -> () throws -> Void {
        let database = try content()
        return { try database.read("SELECT key, body FROM record ORDER BY key") }
    }

    private func make() throws -> FloorDatabase {
        let database = try FloorDatabase(try folder.get().path + "/almanac.db")
        try database.run(
            "CREATE TABLE record (id INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB);"
                + "CREATE UNIQUE INDEX record_by_key ON record (key, hash);"
                + "CREATE TABLE log (number INTEGER PRIMARY KEY, key TEXT, hash BLOB, body BLOB)")
        return database
    }

    private func content() throws -> FloorDatabase {
        if let loaded { return loaded }
        let database = try make()
        try fill(database, with: StoreDocuments.slices())
        loaded = database
        return database
    }

    private func fill(_ database: FloorDatabase, with slices: [[Record]]) throws {
        let add = try database.prepare("INSERT INTO record (key, hash, body) VALUES (?, ?, ?)")
        defer { sqlite3_finalize(add) }
        for slice in slices {
            for part in [slice.prefix(500), slice.dropFirst(500)] { try database.commit(part, with: add) }
        }
    }
}
