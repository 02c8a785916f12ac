import CSQLite
public import Records

/// A look into the store from a thread of its own, beside the one that writes.
///
/// Made and used on one thread. Each call sees one state of the store, all that was committed before it;
/// between calls nothing is held. A `Store` is a reader of itself.
public class StoreReader {
    /// Which log: random for each database, 16 lower-case hexadecimal digits.
    public let epoch: String
    let connection: Connection
    let statements: ReadStatements

    init(connection: Connection) throws(StoreError) {
        self.connection = connection
        epoch = try connection.text("SELECT value FROM meta WHERE name = 'epoch'") ?? ""
        statements = try ReadStatements(connection)
    }

    /// Opens the store of a directory for reading only.
    ///
    /// - Throws: When there is none; a `Store` must have been opened before and be open still.
    public convenience init(directory: String) throws(StoreError) {
        let path = "\(directory)/\(Store.fileName)"
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READONLY)
        try connection.execute("PRAGMA cache_size = -2000; PRAGMA trusted_schema = OFF")
        try self.init(connection: connection)
    }

    /// The number of the oldest change that is kept, and of the last: `1` and `0` before the first.
    ///
    /// - Throws: When the database cannot be read.
    public func bounds() throws(StoreError) -> (oldest: Int64, end: Int64) {
        try statements.bounds.first { ($0.int(0), $0.int(1)) }.map { (max($0.0, 1), $0.1) } ?? (1, 0)
    }

    /// The number of the last change that a cursor's holder has seen.
    ///
    /// - Returns: `nil` when the changes after it cannot be told: the cursor is of another log, ahead of
    ///   this one, or before its oldest change.
    /// - Throws: When the database cannot be read.
    public func number(of cursor: Cursor) throws(StoreError) -> Int64? {
        let (oldest, end) = try bounds()
        let isKnown = cursor.epoch.utf8.elementsEqual(epoch.utf8)
        return isKnown && cursor.number >= oldest - 1 && cursor.number <= end ? cursor.number : nil
    }

    /// One record; `nil` when there is none of that key.
    ///
    /// - Throws: When the database cannot be read or the record is damaged.
    public func record(_ source: String, _ key: String) throws(StoreError) -> StoredRecord? {
        try connection.reading { () throws(StoreError) in
            guard let row = try self.row(of: source) else { return nil }
            return try stored(key, in: row)?.record
        }
    }

    /// Does `body` seeing one state of the store in all that it reads, whatever is committed meanwhile.
    ///
    /// - Throws: What `body` throws, or when the database cannot be read.
    public func seeingOneState<T>(_ body: () throws -> T) throws -> T {
        let result = try connection.reading { () throws(StoreError) in Result { try body() } }
        return try result.get()
    }

    /// The row of a source; `nil` when it never had any.
    func row(of source: String) throws(StoreError) -> SourceRow? {
        try statements.source.first(.text(source)) { row throws(StoreError) in try SourceRow(row) }
    }

    /// A record with the number of its row.
    func stored(_ key: String, in source: SourceRow) throws(StoreError) -> (id: Int64, record: StoredRecord)?
    {
        try statements.record.first(.int(source.id), .text(key)) { row throws(StoreError) in
            (row.int(0), try StoredRecord(row, of: source.name))
        }
    }
}

extension StoredRecord {
    /// Reads `id, key, title, heading, latitude, longitude, number, generation, at, sum, body`.
    init(_ row: Row, of source: String) throws(StoreError) {
        let position = row.real(4).flatMap { latitude in
            row.real(5).flatMap { Position(latitude: latitude, longitude: $0) }
        }
        let record = Record(
            key: row.text(1) ?? "", title: row.text(2), position: position, group: row.text(3),
            data: row.bytes(10) ?? [])
        self.init(
            source: source, record: record, number: row.int(6), generation: row.count(7), at: row.moment(8))
        guard checksum == row.int(9) else {
            throw .damage("read \(source)/\(record.key)", "its checksum differs")
        }
    }
}
