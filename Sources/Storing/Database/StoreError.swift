import CSQLite
import Glibc

/// The reason why the store or one of its files could not be used.
public struct StoreError: Error, Hashable, CustomStringConvertible {
    /// The attempted action, such as `commit hospitals`.
    public let doing: String
    /// SQLite's extended result code, or `errno` of a system call; 0 without either.
    public let code: CInt
    /// The reason.
    public let message: String
    /// Whether the contents look damaged; `Store.reopened` verifies that.
    public let isDamage: Bool
    /// Whether the database files are missing from their folder and could not be put back, so that no commit
    /// is durable.
    public let isLoss: Bool
    /// Whether a newer almanac wrote the files: no further try can succeed.
    public let isNewer: Bool
    /// The SQL statement that failed, empty for a call without one; `nil` when SQLite did not report the
    /// error.
    public let statement: String?

    /// Creates an error from its parts.
    public init(
        doing: String, code: CInt, message: String, isDamage: Bool = false, isLoss: Bool = false,
        isNewer: Bool = false, statement: String? = nil
    ) {
        self.doing = doing
        self.code = code
        self.message = message
        self.isDamage = isDamage
        self.isLoss = isLoss
        self.isNewer = isNewer
        self.statement = statement
    }

    /// Whether the indexes are damaged and must be recreated by `Indexer.renew`; the records are not
    /// affected.
    public var isIndexDamage: Bool { code == almanac_corrupt_index && !isDamage }

    /// Whether the statement was interrupted because its result is no longer needed.
    public var isInterruption: Bool { code.primary == SQLITE_INTERRUPT }

    /// The attempted action, the reason, and SQLite's code and statement.
    public var description: String {
        guard let statement else { return "\(doing): \(message)" }
        return "\(doing): \(message) (SQLite code \(code)\(statement.isEmpty ? "" : ": \(statement)"))"
    }

    /// Whether the disk failed. A disk failure alone never proves damage: the same bytes may be readable the
    /// next time.
    public var isDiskFailure: Bool { statement != nil && code.primary == SQLITE_IOERR }

    /// Whether there is no room left on the disk.
    public var isOfFullDisk: Bool {
        statement == nil ? [ENOSPC, EDQUOT].contains(code) : code.primary == SQLITE_FULL
    }

    /// Whether the database must be checked before it is used again.
    public var isSuspicious: Bool { isDamage || isDiskFailure }
}

extension StoreError {
    /// Creates an error from one that a database reports.
    ///
    /// Errors that only a damaged file can cause count as damage: the statements are fixed and match the
    /// schema, so they never cause a missing table, a broken constraint or a value of the wrong type.
    init(
        sqlite code: CInt, of database: OpaquePointer?, doing: String, statement: String = "",
        isFixed: Bool = false
    ) {
        let text = database.map { String(cString: sqlite3_errmsg($0)) }
        self.init(
            doing: doing, code: code, message: text ?? String(cString: sqlite3_errstr(code)),
            isDamage: StoreError.isDamage(code) || isFixed && code == SQLITE_ERROR,
            statement: StoreError.line(statement))
    }

    /// Creates an error from an error number of the kernel.
    init(errno code: CInt, doing: String) {
        self.init(doing: doing, code: code, message: String(cString: strerror(code)))
    }

    /// Returns an error for contents that differ from what was written.
    static func damage(_ doing: String, _ message: String) -> StoreError {
        StoreError(doing: doing, code: SQLITE_CORRUPT, message: message, isDamage: true)
    }

    private static func isDamage(_ code: CInt) -> Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_FORMAT].contains(
            code.primary)
    }

    /// Returns a statement as one line of at most 200 bytes.
    private static func line(_ statement: String) -> String {
        let words = statement.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        return words.utf8.count <= 200 ? words : String(decoding: words.utf8.prefix(200), as: UTF8.self) + "…"
    }
}

extension CInt {
    /// The result code of SQLite without what extends it.
    ///
    /// Source: sqlite.org/rescode.html, "Primary Result Codes versus Extended Result Codes".
    var primary: CInt { self & 0xFF }
}
