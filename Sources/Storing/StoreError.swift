import CSQLite

/// What could not be done with the store or a file of its, and why.
public struct StoreError: Error, Hashable, CustomStringConvertible {
    /// What was attempted, such as `commit hospitals`.
    public let doing: String
    /// SQLite's extended result code, or `errno` where a file was dealt with; 0 when neither said so.
    public let code: CInt
    /// What was said about it.
    public let message: String
    /// Whether the contents are damaged, so that only setting them aside helps; see `Store.replace`.
    public let isDamage: Bool

    /// Makes an error of its parts.
    public init(doing: String, code: CInt, message: String, isDamage: Bool = false) {
        (self.doing, self.code, self.message, self.isDamage) = (doing, code, message, isDamage)
    }

    /// What was attempted and what came of it.
    public var description: String { "\(doing): \(message)" }
}

extension StoreError {
    /// An error that a database reports.
    ///
    /// What only a damaged file can bring about counts as damage: the statements are fixed and fit the
    /// schema, so a missing table, a broken constraint or a value of the wrong type is never theirs.
    init(sqlite code: CInt, of database: OpaquePointer?, doing: String, isFixed: Bool = false) {
        let text = database.map { String(cString: sqlite3_errmsg($0)) }
        self.init(
            doing: doing, code: code, message: text ?? String(cString: sqlite3_errstr(code)),
            isDamage: StoreError.isDamage(code) || isFixed && code == SQLITE_ERROR)
    }

    /// What a file's contents show: they are not what was written.
    static func damage(_ doing: String, _ message: String) -> StoreError {
        StoreError(doing: doing, code: SQLITE_CORRUPT, message: message, isDamage: true)
    }

    private static func isDamage(_ code: CInt) -> Bool {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_FORMAT:
            true
        default: code == almanac_short_read
        }
    }
}
