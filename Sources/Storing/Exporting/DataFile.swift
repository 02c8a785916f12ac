import CSQLite
import Glibc
import Records

/// A new SQLite file for other programs, written as one transaction by its only connection.
///
/// The file has a temporary name in its folder until `keep` renames it, so that nobody sees a part of it. A
/// file that is not kept is removed.
public final class DataFile {
    /// A value of a column.
    public enum Value: Hashable, Sendable {
        /// No value.
        case null
        /// A whole number.
        case integer(Int64)
        /// A floating-point number.
        case real(Double)
        /// A text.
        case text(String)
    }

    /// The version of the form of exported files, in their `user_version`.
    private static let format = 1

    /// The path under which the file is kept.
    public let path: String
    private let temporary: String
    private var connection: Connection?
    private var statements: [String: Statement] = [:]

    /// Creates a file and begins its transaction.
    ///
    /// - Parameter path: The path under which the file will be kept; a file that is there stays until then.
    /// - Throws: `StoreError` if the folder is not writable, for example.
    public init(for path: String) throws(StoreError) {
        self.path = path
        temporary = DataFile.temporaryPath(beside: path)
        let connection = try Connection(path: temporary, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        self.connection = connection
        // A file that fails is removed, and one that is kept is synchronized: no journal is necessary.
        try connection.execute(
            """
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
            PRAGMA cache_size = -8000; PRAGMA temp_store = FILE;
            PRAGMA application_id = \(FileOccupant.exportID); PRAGMA user_version = \(DataFile.format);
            BEGIN
            """)
    }

    deinit {
        // Nothing else has the name; a file that was kept does not have it any more.
        try? File.removeDatabase(temporary)
    }

    /// Returns a name that no other process uses and nobody can guess.
    private static func temporaryPath(beside path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let random = String(UInt64.random(in: 0 ... .max), radix: 36)
        return path.dropLast(name.count) + TemporaryFile.name(for: "\(name).\(random)")
    }

    /// Runs a statement with values for its parameters, in order. Statements with values stay prepared.
    public func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
        guard let connection else { preconditionFailure("the file is complete") }
        guard !values.isEmpty else { return try connection.execute(sql) }
        try statement(sql, on: connection).run(values.map(\.binding))
    }

    private func statement(_ sql: String, on connection: Connection) throws(StoreError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try connection.prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// Releases the prepared statements, before tables that they name are dropped or altered.
    public func forgetStatements() { statements = [:] }

    /// Commits, makes the file durable and gives it its name, in place of any other file there.
    public func keep() throws(StoreError) {
        guard let connection else { preconditionFailure("the file is complete") }
        try connection.execute("COMMIT")
        forgetStatements()
        self.connection = nil
        guard let file = try File.reading(temporary) else {
            throw StoreError(errno: ENOENT, doing: "open \(temporary)")
        }
        try file.synchronize()
        try File.rename(temporary, to: path)
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        try File.synchronizeDirectory(folder.isEmpty ? "." : folder.joined(separator: "/") + "/")
    }
}

extension DataFile.Value {
    fileprivate var binding: Binding {
        switch self {
        case .null: .int(nil)
        case .integer(let value): .int(value)
        case .real(let value): .real(value)
        case .text(let value): .text(value)
        }
    }
}
