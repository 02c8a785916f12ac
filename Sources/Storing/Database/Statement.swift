import CSQLite

/// A statement for repeated use, prepared with its first use and finalized when the object is released.
final class Statement {
    /// The SQL text.
    let text: String
    private let connection: Connection
    private var prepared: OpaquePointer?

    init(_ text: String, on connection: Connection) {
        self.text = text
        self.connection = connection
    }

    deinit {
        // The result repeats the last step's error, which was thrown already.
        sqlite3_finalize(prepared)
    }

    /// Prepares the statement unless that was done.
    ///
    /// - Returns: The prepared statement.
    @discardableResult
    func prepare() throws(StoreError) -> OpaquePointer {
        if let prepared { return prepared }
        let made = try connection.compile(text)
        prepared = made
        return made
    }

    /// Runs the statement with values for its parameters, in order, and ignores its rows.
    func run(_ values: Binding...) throws(StoreError) { try run(values) }

    /// Runs the statement with values for its parameters, in order, and ignores its rows.
    func run(_ values: [Binding]) throws(StoreError) {
        let handle = try bind(values)
        defer { reset(handle) }
        while try step(handle) {}
    }

    /// Returns the first row, read by `read`; `nil` when there is none.
    func first<T>(_ values: Binding..., read: (Row) throws(StoreError) -> T) throws(StoreError) -> T? {
        try first(values, read: read)
    }

    /// Returns the first row, read by `read`; `nil` when there is none.
    func first<T>(_ values: [Binding], read: (Row) throws(StoreError) -> T) throws(StoreError) -> T? {
        let handle = try bind(values)
        defer { reset(handle) }
        return try step(handle) ? try read(Row(handle: handle)) : nil
    }

    /// Calls `body` with each row until it returns `false`.
    func each(_ values: Binding..., body: (Row) throws(StoreError) -> Bool) throws(StoreError) {
        let handle = try bind(values)
        defer { reset(handle) }
        while try step(handle) {
            guard try body(Row(handle: handle)) else { return }
        }
    }

    /// Returns all rows, read by `read`.
    func all<T>(_ values: Binding..., read: (Row) throws(StoreError) -> T) throws(StoreError) -> [T] {
        let handle = try bind(values)
        defer { reset(handle) }
        var found: [T] = []
        while try step(handle) { found.append(try read(Row(handle: handle))) }
        return found
    }

    private func bind(_ values: [Binding]) throws(StoreError) -> OpaquePointer {
        let handle = try prepare()
        for (index, value) in values.enumerated() {
            let code = value.bind(to: handle, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
        return handle
    }

    private func step(_ handle: OpaquePointer) throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    private func reset(_ handle: OpaquePointer) {
        // The result repeats the last step's error, which was thrown already.
        sqlite3_reset(handle)
        // This cannot fail; it releases large values before the next use.
        sqlite3_clear_bindings(handle)
    }

    private func error(_ code: CInt) -> StoreError {
        StoreError(
            sqlite: code, of: connection.handle, doing: "read or write \(connection.path)", statement: text)
    }
}
