import CSQLite
public import Records

extension Store {
    /// Opens the store of a directory, which is made if it is missing.
    ///
    /// A damaged database is renamed to `almanac.db.damaged-MOMENT`, with what belongs to it, and an empty
    /// one made. A small one is checked whole; of a large one, damage is found when it is met: then calls
    /// throw an error whose `isDamage` is true. `replace` does the same at once, `condemn` at the next opening.
    ///
    /// - Parameters:
    ///   - directory: Where `almanac.db` is.
    ///   - moment: Now, for the name of a database that is set aside.
    ///   - schema: The tables to bring it to.
    /// - Returns: The store, and what was found.
    /// - Throws: When the files cannot be used, or are of a newer almanac.
    public static func open(
        directory: String, at moment: UTC, schema: Schema = .almanac
    ) throws(StoreError) -> (store: Store, opening: Opening) {
        try File.makeDirectory(directory, mode: 0o700)
        let path = "\(directory)/\(fileName)"
        let size = try File.size(of: path) ?? 0
        do throws(StoreError) {
            if let verdict = try verdict(on: directory) { throw .damage("open \(path)", verdict) }
            // SQLite takes what is shorter than its header for an empty database.
            guard size == 0 || size >= 512 else { throw .damage("open \(path)", "it is cut short") }
            return (try make(directory, schema), size > 0 ? .existing : .created)
        } catch {
            // A file that may be written, but says that it may not, has a damaged header.
            let isDamage = error.isDamage || error.code == SQLITE_READONLY && File.isWritable(path)
            guard isDamage else { throw error }
            return try replace(directory: directory, at: moment, reason: error.message, schema: schema)
        }
    }

    /// Sets the database of a directory aside, because it is damaged, and makes an empty one.
    ///
    /// Stores and readers of it must have been let go.
    ///
    /// - Parameters:
    ///   - directory: Where `almanac.db` is.
    ///   - moment: Now, for the new name.
    ///   - reason: What is wrong with it.
    ///   - schema: The tables of the new one.
    /// - Returns: The new store, and where the old one lies.
    /// - Throws: When the files cannot be renamed or made.
    public static func replace(
        directory: String, at moment: UTC, reason: String, schema: Schema = .almanac
    ) throws(StoreError) -> (store: Store, opening: Opening) {
        let path = "\(directory)/\(fileName)"
        let stamp = moment.description.filter { $0 != "-" && $0 != ":" }
        var target = "\(path).damaged-\(stamp)"
        while try File.size(of: target) != nil { target += "x" }
        for suffix in ["-wal", "-shm", ""] where try File.size(of: path + suffix) != nil {
            try File.rename(path + suffix, to: target + suffix)
        }
        try acquit(directory)
        try File.synchronizeDirectory(directory)
        return (try make(directory, schema), .setAside(path: target, reason: reason))
    }

    private static func make(_ directory: String, _ schema: Schema) throws(StoreError) -> Store {
        let path = "\(directory)/\(fileName)"
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try prepare(connection)
        try schema.bring(connection)
        try check(connection)
        var generator = SystemRandomNumberGenerator()
        let epoch = generator.next().hexadecimal
        try connection.execute("INSERT OR IGNORE INTO meta VALUES ('epoch', '\(epoch)')")
        let store = try Store(connection, directory: directory)
        try TemporaryFile.clean(directory)
        try store.documents.clean()
        try DocumentOrder.clean(directory)
        return store
    }

    /// Write-ahead log, on the disk at each commit; checkpoints when we say so.
    private static func prepare(_ connection: Connection) throws(StoreError) {
        let mode = try connection.text("PRAGMA journal_mode = WAL") ?? ""
        guard mode == "wal" else {
            throw StoreError(
                doing: "open \(connection.path)", code: 0,
                message: "its file system cannot hold a write-ahead log (journal mode \(mode))")
        }
        try connection.execute(
            """
            PRAGMA synchronous = FULL; PRAGMA journal_size_limit = \(maximumLog); PRAGMA cache_size = -4000;
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = OFF
            """)
        connection.countPages()
    }

    private static func check(_ connection: Connection) throws(StoreError) {
        guard let size = try File.size(of: connection.path), size <= quicklyChecked else { return }
        let found = try connection.text("PRAGMA quick_check(1)") ?? ""
        guard found == "ok" else { throw .damage("check \(connection.path)", found) }
    }

    /// A database up to this size, in bytes, is checked whole when it is opened: about 10 ms.
    private static let quicklyChecked = 4 << 20
    /// The write-ahead log is moved into the database at the latest when it is this large, bytes.
    static let maximumLog = 16 << 20
}

extension UInt64 {
    /// 16 hexadecimal digits.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
