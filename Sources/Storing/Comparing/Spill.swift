import CSQLite
import Records

/// Records in a private database on the disk, which disappears when it is released or the process ends.
///
/// The file lies in the directory of the store, which has room for its eventual size, not in a temporary
/// directory, which may be memory.
final class Spill {
    private(set) var count = 0
    private let connection: Connection
    private let statements: SpillStatements

    init(in directory: String) throws(StoreError) {
        let path = "\(directory)/\(TemporaryFile.name(for: "spill-\(UInt64.random(in: 0 ... .max))"))"
        connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try connection.execute(
            """
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000;
            CREATE TABLE held (
                key TEXT NOT NULL UNIQUE, hash BLOB NOT NULL, title TEXT, heading TEXT, latitude REAL,
                longitude REAL, body BLOB NOT NULL
            ) STRICT;
            BEGIN
            """)
        statements = try SpillStatements(connection)
        // The file is open; without a name it disappears with its last user.
        try File.remove(path)
    }

    func record(_ key: String) throws(StoreError) -> Record? {
        try statements.find.first(.text(key), read: Spill.read)?.record
    }

    func add(_ entry: PendingRecords.Entry) throws(StoreError) -> Bool {
        try statements.add.run(Spill.values(entry))
        count += connection.changedRows
        return connection.changedRows > 0
    }

    func put(_ entry: PendingRecords.Entry) throws(StoreError) {
        if try !add(entry) { try statements.set.run(Spill.values(entry)) }
    }

    func remove(_ key: String) throws(StoreError) {
        try statements.remove.run(.text(key))
        count -= connection.changedRows
    }

    /// Returns the records after a key, ordered by key.
    func part(after key: String, limit: Int, bytes: Int) throws(StoreError) -> [PendingRecords.Entry] {
        var part: [PendingRecords.Entry] = []
        var rest = bytes
        try statements.part.each(.text(key), .count(limit)) { row throws(StoreError) in
            let entry = try Spill.read(row)
            part.append(entry)
            rest -= entry.record.data.count
            return rest > 0
        }
        return part
    }

    private static func values(_ entry: PendingRecords.Entry) -> [Binding] {
        let record = entry.record
        return [
            .text(record.key), .hash(entry.hash), .text(record.title), .text(record.group),
            .real(record.position?.latitude), .real(record.position?.longitude), .bytes(record.data),
        ]
    }

    private static func read(_ row: Row) throws(StoreError) -> PendingRecords.Entry {
        guard let key = row.text(0), let hash = row.hash(1), let data = row.bytes(6) else {
            throw .damage("read a temporary database", "a value is missing")
        }
        return (
            Record(
                key: key, title: row.text(2), position: row.position(4, 5), group: row.text(3), data: data),
            hash
        )
    }
}

private final class SpillStatements {
    let find: Statement
    let add: Statement
    let set: Statement
    let remove: Statement
    let part: Statement

    init(_ connection: Connection) throws(StoreError) {
        let columns = "key, hash, title, heading, latitude, longitude, body"
        find = try connection.prepare("SELECT \(columns) FROM held WHERE key = ?")
        add = try connection.prepare(
            "INSERT INTO held (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        set = try connection.prepare(
            """
            UPDATE held SET hash = ?2, title = ?3, heading = ?4, latitude = ?5, longitude = ?6, body = ?7
            WHERE key = ?1
            """)
        remove = try connection.prepare("DELETE FROM held WHERE key = ?")
        part = try connection.prepare("SELECT \(columns) FROM held WHERE key > ? ORDER BY key LIMIT ?")
    }
}
