import CSQLite
import Records

extension Store {
    /// Puts a copy of a database that was set aside into its directory, provided that all its contents can be
    /// read.
    ///
    /// The check covers the tables and all checksums in them, each record of each source, and a log without
    /// gaps whose runs are known. The copy gets new indexes.
    ///
    /// - Parameters:
    ///   - path: The database that was set aside; it is not altered.
    ///   - directory: The directory in which the copy becomes the database.
    ///   - schema: The schema to migrate the copy to.
    /// - Returns: What was restored; `nil` when anything is missing, in which case no file is left behind.
    static func restoreWhole(_ path: String, _ directory: String, _ schema: StoreSchema) -> Restoration? {
        let temporary = "\(directory)/\(TemporaryFile.name(for: fileName))"
        // Leftovers are removed at the next opening.
        defer { try? File.removeDatabase(temporary) }
        do throws(StoreError) {
            try File.removeDatabase(temporary)
            try salvaging(path) { (old) throws(StoreError) in try old.execute("VACUUM INTO '\(temporary)'") }
            let restored = try completeness(of: temporary, directory, schema)
            try File.reading(temporary)?.synchronize()
            try File.rename(temporary, to: "\(directory)/\(fileName)")
            try File.synchronizeDirectory(directory)
            return restored
        } catch {
            // The caller then restores record by record.
            return nil
        }
    }

    /// Reads all contents of a copy.
    ///
    /// - Throws: `StoreError` if anything is missing.
    private static func completeness(
        of path: String, _ directory: String, _ schema: StoreSchema
    ) throws(StoreError) -> Restoration {
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
        try schema.bring(connection)
        guard try connection.number("SELECT count(*) FROM run") > 0 else {
            throw .damage("restore \(path)", "its runs are missing")
        }
        if let fault = try connection.fault(isThorough: false) { throw .damage("restore \(path)", fault) }
        // The copy must be a single file, because it is renamed.
        try connection.execute("PRAGMA journal_mode = DELETE")
        let store = try Store(connection, directory: directory)
        try store.readAll()
        let states = try store.states()
        return Restoration(
            records: states.reduce(0) { $0 + $1.recordCount }, sources: states.count, isComplete: true)
    }

    /// Opens a database that was set aside, without altering it.
    private static func salvaging<T>(
        _ path: String, _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        let hadLog = try File.size(of: path + "-wal") != nil
        defer {
            // SQLite rebuilds the index of the log when necessary, and an empty log contains nothing.
            try? File.remove(path + "-shm")
            if !hadLog { try? File.remove(path + "-wal") }
        }
        let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
        _ = almanac_leave_log(connection.handle)
        return try body(connection)
    }

    /// Adds the readable records of a database that was set aside to this store, as new records.
    ///
    /// A source with complete records also keeps its state. States of requests are not restored: the upstream
    /// would answer that nothing has changed since, and the missing records would stay missing.
    ///
    /// - Returns: What was restored.
    func restoreRecords(of path: String) -> Restoration {
        var restored = Restoration()
        do throws(StoreError) {
            try Store.salvaging(path) { (old) throws(StoreError) in
                let salvage = try Salvage(old)
                while let (source, at, records) = try salvage.next() {
                    let differences = records.map { Difference.put($0, $0.hash) }
                    _ = try commit(differences, of: source, at: at)
                    restored.records += records.count
                }
                restored.sources = salvage.counts.count
                for state in salvage.wholeStates(old) { try save(state) }
            }
        } catch {
            // Committed records remain; the caller reports their number.
        }
        return restored
    }
}
