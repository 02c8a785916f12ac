import CSQLite
public import Records

extension Store {
    /// Opens the store of a directory, which is created if it is missing.
    ///
    /// A damaged database is renamed to `almanac.db.damaged-MOMENT`, together with its other files, and a new
    /// one is created with everything that can be restored. A small database is checked completely. Damage to
    /// a large one is found when it is read: calls then throw an error whose `isDamage` is true, and
    /// `reopened` checks the database. `replace` sets a database aside at once, `condemn` at the next
    /// opening. A failing disk is tried again and never counts as damage.
    ///
    /// - Parameters:
    ///   - directory: The directory of `almanac.db`.
    ///   - moment: The current time, for the name of a database that is set aside.
    ///   - schema: The schema to migrate the database to.
    /// - Returns: The store, and the state in which the database was found.
    /// - Throws: `StoreError` if the files cannot be used or were written by a newer almanac.
    public static func open(
        directory: String, at moment: UTC, schema: StoreSchema = .almanac
    ) throws(StoreError) -> (store: Store, opening: StoreOpening) {
        try File.makeDirectory(directory, mode: 0o700)
        let path = "\(directory)/\(fileName)"
        let size = try File.size(of: path) ?? 0
        if let verdict = try verdict(on: directory) {
            return try replace(directory: directory, at: moment, reason: verdict, schema: schema)
        }
        // SQLite treats a file that is shorter than its header as an empty database.
        guard size == 0 || size >= 512 else {
            return try replace(directory: directory, at: moment, reason: "it is cut short", schema: schema)
        }
        do throws(StoreError) {
            return (try openSound(directory, schema), size > 0 ? .existing : .created)
        } catch {
            guard error.isDamage else { throw error }
            return try replace(directory: directory, at: moment, reason: error.message, schema: schema)
        }
    }

    /// Opens the database; throws an error that shows damage only after checking the database.
    private static func openSound(_ directory: String, _ schema: StoreSchema) throws(StoreError) -> Store {
        try DatabaseCheck(of: "\(directory)/\(fileName)").retrying { () throws(StoreError) in
            do throws(StoreError) {
                return try make(directory, schema)
            } catch {
                // A file that is writable but claims to be read-only has a damaged header.
                guard error.code == SQLITE_READONLY, File.isWritable("\(directory)/\(fileName)") else {
                    throw error
                }
                throw StoreError(
                    doing: error.doing, code: error.code, message: error.message, isDamage: true,
                    statement: error.statement)
            }
        }
    }

    /// Sets the damaged database of a directory aside and creates a new one from everything that can be
    /// restored.
    ///
    /// All stores and readers of the database must have been released.
    ///
    /// - Parameters:
    ///   - directory: The directory of `almanac.db`.
    ///   - moment: The current time, for the new name.
    ///   - reason: The fault of the database.
    ///   - schema: The schema of the new database.
    /// - Returns: The new store, and the path of the old database.
    /// - Throws: `StoreError` if the files cannot be renamed or created.
    public static func replace(
        directory: String, at moment: UTC, reason: String, schema: StoreSchema = .almanac
    ) throws(StoreError) -> (store: Store, opening: StoreOpening) {
        let path = "\(directory)/\(fileName)"
        let stamp = moment.description.filter { $0 != "-" && $0 != ":" }
        var target = "\(path).damaged-\(stamp)"
        while try File.size(of: target) != nil { target += "x" }
        for suffix in ["-wal", "-shm", ""] where try File.size(of: path + suffix) != nil {
            try File.rename(path + suffix, to: target + suffix)
        }
        try acquit(directory)
        try File.synchronizeDirectory(directory)
        if let restored = restoreWhole(target, directory, schema) {
            return (try make(directory, schema), .setAside(path: target, reason: reason, restored: restored))
        }
        let store = try make(directory, schema)
        let restored = store.restoreRecords(of: target)
        return (store, .setAside(path: target, reason: reason, restored: restored))
    }

    private static func make(_ directory: String, _ schema: StoreSchema) throws(StoreError) -> Store {
        let path = "\(directory)/\(fileName)"
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try connection.enableLog()
        // A damaged header may mark the file as read-only.
        guard sqlite3_db_readonly(connection.handle, "main") == 0 else {
            throw StoreError(doing: "open \(path)", code: SQLITE_READONLY, message: "it is read-only")
        }
        try schema.bring(connection)
        try check(connection)
        let store = try Store(connection, directory: directory)
        try store.countLogged()
        try TemporaryFile.clean(directory)
        try store.documents.clean()
        try DocumentOrder.clean(directory)
        return store
    }

    private static func check(_ connection: Connection) throws(StoreError) {
        guard let size = try File.size(of: connection.path), size <= quicklyChecked else { return }
        let found = try connection.text("PRAGMA quick_check(1)") ?? ""
        guard found == "ok" else { throw .damage("check \(connection.path)", found) }
    }

    /// The maximum size, in bytes, of a database that is checked completely when it is opened; the check
    /// takes about 10 ms.
    private static let quicklyChecked = 4 << 20
}
