import CSQLite

/// A prepared statement, which is finalized when the value is destroyed.
struct Statement: ~Copyable {
    let handle: OpaquePointer

    deinit {
        // The result repeats the last step's error, which was thrown already.
        sqlite3_finalize(handle)
    }

    /// Runs the statement with values for its parameters, in order, and ignores its rows.
    func run(_ values: Binding...) throws(StoreError) { try run(values) }

    /// Runs the statement with values for its parameters, in order, and ignores its rows.
    func run(_ values: [Binding]) throws(StoreError) {
        try bind(values)
        defer { reset() }
        while try step() {}
    }

    /// Returns the first row, read by `read`; `nil` when there is none.
    func first<T>(_ values: Binding..., read: (Row) throws(StoreError) -> T) throws(StoreError) -> T? {
        try first(values, read: read)
    }

    /// Returns the first row, read by `read`; `nil` when there is none.
    func first<T>(_ values: [Binding], read: (Row) throws(StoreError) -> T) throws(StoreError) -> T? {
        try bind(values)
        defer { reset() }
        return try step() ? try read(Row(handle: handle)) : nil
    }

    /// Calls `body` with each row until it returns `false`.
    func each(_ values: Binding..., body: (Row) throws(StoreError) -> Bool) throws(StoreError) {
        try bind(values)
        defer { reset() }
        while try step() {
            guard try body(Row(handle: handle)) else { return }
        }
    }

    /// Returns all rows, read by `read`.
    func all<T>(_ values: Binding..., read: (Row) throws(StoreError) -> T) throws(StoreError) -> [T] {
        try bind(values)
        defer { reset() }
        var found: [T] = []
        while try step() { found.append(try read(Row(handle: handle))) }
        return found
    }

    private func bind(_ values: [Binding]) throws(StoreError) {
        for (index, value) in values.enumerated() {
            let code = value.bind(to: handle, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    private func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    private func reset() {
        // The result repeats the last step's error, which was thrown already.
        sqlite3_reset(handle)
        // This cannot fail; it releases large values before the next use.
        sqlite3_clear_bindings(handle)
    }

    private func error(_ code: CInt) -> StoreError {
        let database = sqlite3_db_handle(handle)
        let file = sqlite3_db_filename(database, "main").map { String(cString: $0) } ?? ""
        let text = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
        return StoreError(sqlite: code, of: database, doing: "read or write \(file)", statement: text)
    }
}
