import CSQLite

extension Connection {
    /// Checks the database; attributes a fault to its contents only if all bytes could be read before and
    /// after the check.
    ///
    /// - Parameter isThorough: Whether to compare indexes with their tables too.
    /// - Returns: The fault of the database; `nil` when it is sound.
    /// - Throws: `StoreError` if the disk fails.
    func fault(isThorough: Bool) throws(StoreError) -> String? {
        try readThrough()
        guard let fault = try statedFault(isThorough) else { return nil }
        try readThrough()
        return fault
    }

    private func statedFault(_ isThorough: Bool) throws(StoreError) -> String? {
        do throws(StoreError) {
            let answer = try text("PRAGMA \(isThorough ? "integrity" : "quick")_check(1)") ?? ""
            return answer == "ok" ? nil : answer
        } catch {
            guard error.isDamage else { throw error }
            return error.message
        }
    }

    /// Reads all bytes of the database and of its write-ahead log, bypassing the cache.
    ///
    /// SQLite reports some failures of the disk as damage to the file (`SQLITE_IOERR_CORRUPTFS`); only this
    /// read distinguishes them.
    ///
    /// - Throws: `StoreError` if a byte cannot be read.
    func readThrough() throws(StoreError) {
        for which in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            // A log that is not open was not read either.
            guard almanac_file(handle, which, &file) == SQLITE_OK, let file else { continue }
            var size: sqlite3_int64 = 0
            try check(almanac_file_size(file, &size))
            try readThrough(file, size: size)
        }
    }

    private func readThrough(
        _ file: UnsafeMutablePointer<sqlite3_file>, size: sqlite3_int64
    ) throws(StoreError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { room.deallocate() }
        var offset: sqlite3_int64 = 0
        while offset < size {
            let count = min(sqlite3_int64(room.count), size - offset)
            try check(almanac_file_read(file, room.baseAddress, CInt(count), offset))
            offset += count
        }
    }

    private func check(_ code: CInt) throws(StoreError) {
        guard code != SQLITE_OK else { return }
        throw StoreError(sqlite: code, of: nil, doing: "read \(path)")
    }

    /// Copies the database, with everything committed, durably into a new file.
    func copy(to target: String) throws(StoreError) {
        let copy = try Connection(path: target, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            let code = sqlite3_extended_errcode(copy.handle)
            throw StoreError(sqlite: code, of: copy.handle, doing: "copy \(path) to \(target)")
        }
        defer { withExtendedLifetime(copy) {} }
        let code = sqlite3_backup_step(backup, -1)
        // The call repeats the step's error or reports that of the last write.
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            let failure = code == SQLITE_DONE ? end : code
            throw StoreError(sqlite: failure, of: copy.handle, doing: "copy \(path) to \(target)")
        }
    }
}
