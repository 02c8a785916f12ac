import CSQLite
import Records

extension Store {
    /// Copies the database, with everything committed, back into its folder if its files were removed or
    /// replaced.
    ///
    /// Another file at its path is renamed to `almanac.db.replaced`. Later commits of this store are copied
    /// again each time; `reopened` continues with the copy.
    ///
    /// - Throws: `StoreError`, with `isLoss` true, if the database cannot be copied.
    public func keepInPlace() throws(StoreError) {
        guard !isCurrent else { return }
        let path = "\(directory)/\(Store.fileName)"
        let changes = sqlite3_total_changes64(connection.handle)
        if let copied, copied.changes == changes, copied.file == Inode(of: path) { return }
        do throws(StoreError) {
            try copyIntoPlace(path)
        } catch {
            throw StoreError(
                doing: "put the database back into \(directory)", code: error.code, message: "\(error)",
                isLoss: true)
        }
        copied = Inode(of: path).map { (file: $0, changes: changes) }
    }

    /// Copies the database to `path`, again if another process removes the folder or the copy meanwhile.
    private func copyIntoPlace(_ path: String) throws(StoreError) {
        let temporary = "\(directory)/\(TemporaryFile.name(for: Store.fileName))"
        // Leftover files are removed when the store is opened again.
        defer { try? Store.removeFiles(temporary) }
        for _ in 1..<Store.attempts {
            do throws(StoreError) {
                return try copy(to: path, by: temporary)
            } catch {
                guard Inode(of: temporary) == nil else { throw error }
            }
        }
        try copy(to: path, by: temporary)
    }

    private func copy(to path: String, by temporary: String) throws(StoreError) {
        try File.makeDirectory(directory, mode: 0o700)
        try Store.removeFiles(temporary)
        try connection.copy(to: temporary)
        if let fault = try Connection(path: temporary, flags: SQLITE_OPEN_READWRITE).fault(isThorough: false)
        {
            throw .damage("check the copy of \(path)", fault)
        }
        try File.reading(temporary)?.synchronize()
        if let other = Inode(of: path), other != copied?.file {
            try File.rename(path, to: "\(path).replaced")
        }
        try Store.removeFiles(path)
        try File.rename(temporary, to: path)
        try File.synchronizeDirectory(directory)
    }

    /// Returns a store that continues with this one's contents in its folder, after its files were removed or
    /// replaced; this one must not be used any more.
    ///
    /// - Throws: `StoreError`, with `isLoss` true, if the database cannot be put back or opened there.
    public func restored() throws(StoreError) -> Store {
        var attempt = 1
        while true {
            try keepInPlace()
            do throws(StoreError) {
                return try reopened(isThorough: false)
            } catch {
                // Another process may have removed the copy before it was opened.
                if attempt < Store.attempts, copied?.file != Inode(of: connection.path) {
                    attempt += 1
                    continue
                }
                throw StoreError(
                    doing: "use the restored database", code: error.code, message: "\(error)", isLoss: true)
            }
        }
    }

    /// Removes a database and all files that belong to it.
    static func removeFiles(_ path: String) throws(StoreError) {
        for suffix in ["-journal", "-wal", "-shm", ""] { try File.remove(path + suffix) }
    }

    /// Reopens the database and checks it, after an error or after it was copied back into its folder.
    ///
    /// The returned store continues where this one ends; this one must not be used any more.
    ///
    /// - Parameter isThorough: Whether to read all contents too, not only check the structure.
    /// - Returns: The new store.
    /// - Throws: `StoreError` if the database is damaged (its `isDamage` is true then), cannot be read, or
    ///   holds other changes than this store has committed.
    public func reopened(isThorough: Bool) throws(StoreError) -> Store {
        if let fault = try Store.fault(in: directory, isThorough: isThorough) {
            throw .damage("check \(connection.path)", fault)
        }
        let store = try Store.patiently(directory) { () throws(StoreError) in
            let store = try Store(continuing: self, Store.connect(directory))
            if isThorough { try store.readAll() }
            return store
        }
        guard store.end == end, store.oldest == oldest else {
            throw StoreError(
                doing: "reopen \(connection.path)", code: 0,
                message: "it ends with change \(store.end), not with \(end)")
        }
        // The old connection must not alter the files when it closes: the new store uses them now.
        _ = almanac_leave_log(connection.handle)
        return store
    }

    /// Runs `body` again if it fails because of the disk, or because of damage that a check of the database
    /// does not confirm.
    ///
    /// - Throws: An error about damage if the structure of the database is damaged, or if the same damage
    ///   of its contents shows twice in a row; otherwise the last error.
    static func patiently<T>(
        _ directory: String, _ body: () throws(StoreError) -> T
    ) throws(StoreError) -> T {
        var previous: StoreError?
        for _ in 1..<attempts {
            do throws(StoreError) {
                return try body()
            } catch {
                guard error.isSuspicious else { throw error }
                if let fault = try fault(in: directory, isThorough: false) {
                    throw .damage("check \(directory)/\(fileName)", fault)
                }
                if error.isDamage, error == previous { throw error }
                previous = error
            }
        }
        return try body()
    }

    /// Looks for damage in the database of a directory.
    ///
    /// A fault counts if it is found twice while every byte can be read; a failing disk is tried again.
    ///
    /// - Returns: The fault; `nil` when the database is sound.
    /// - Throws: `StoreError` if the disk keeps failing.
    static func fault(in directory: String, isThorough: Bool) throws(StoreError) -> String? {
        let path = "\(directory)/\(fileName)"
        var failure: StoreError?
        var found = 0
        for _ in 0..<attempts {
            do throws(StoreError) {
                let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
                // The check must not alter a database that may be damaged.
                _ = almanac_leave_log(connection.handle)
                guard let fault = try connection.fault(isThorough: isThorough) else { return nil }
                found += 1
                if found == 2 { return fault }
            } catch {
                guard error.isDiskFailure else { throw error }
                failure = error
            }
        }
        throw failure ?? .damage("check \(path)", "it is damaged intermittently")
    }

    /// The maximum number of attempts on a failing disk.
    static let attempts = 8

    /// Reads all contents, whose checksums reveal damage.
    ///
    /// - Throws: `StoreError` if anything is damaged or cannot be read.
    func readAll() throws(StoreError) {
        let counts = try countRecords()
        for state in try states() {
            let count = counts[state.name, default: 0]
            guard state.recordCount == count else {
                throw .damage("read \(state.name)", "it has \(count) records, not \(state.recordCount)")
            }
            // Reading the rejects verifies their checksum.
            _ = try rejects(of: state.name)
        }
        _ = try requests()
        var number = oldest - 1
        while let last = try changes(after: number, limit: 1000)?.last { number = last.number }
        guard number == end else { throw .damage("read the log", "it ends with change \(number)") }
    }

    /// Reads all records and counts those of each source.
    private func countRecords() throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        var page = try snapshot(limit: 1000)
        while let last = page.last {
            for stored in page { counts[stored.source, default: 0] += 1 }
            page = try snapshot(after: (last.source, last.record.key), limit: 1000)
        }
        return counts
    }
}
