import CSQLite

extension Store {
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
                if attempt < DatabaseCopy.attempts, !copy.isInPlace {
                    attempt += 1
                    continue
                }
                throw StoreError(
                    doing: "use the restored database", code: error.code, message: "\(error)", isLoss: true)
            }
        }
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
        let path = "\(directory)/\(Store.fileName)"
        let check = DatabaseCheck(of: path)
        if let fault = try check.fault(isThorough: isThorough) {
            throw .damage("check \(connection.path)", fault)
        }
        let store = try check.retrying { () throws(StoreError) in
            let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
            try connection.enableLog()
            let store = try Store(continuing: self, connection)
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
}
