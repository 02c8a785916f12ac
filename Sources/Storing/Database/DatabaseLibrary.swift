import CSQLite

/// The library of the database.
public enum DatabaseLibrary {
    /// The version of SQLite in use.
    public static var version: String { unsafe String(cString: sqlite3_libversion()) }
}
