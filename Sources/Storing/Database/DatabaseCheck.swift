import CSQLite

/// The search for damage in a database file, which a failing disk does not confuse.
struct DatabaseCheck {
    /// The maximum number of attempts on a failing disk.
    static let attempts = 8

    private let path: String

    init(of path: String) { self.path = path }

    /// Looks for damage in the database.
    ///
    /// A fault counts if it is found twice while every byte can be read; a failing disk is tried again.
    ///
    /// - Parameter isThorough: Whether to compare indexes with their tables too.
    /// - Returns: The fault; `nil` when the database is sound.
    /// - Throws: `StoreError` if the disk keeps failing.
    func fault(isThorough: Bool) throws(StoreError) -> String? {
        var failure: StoreError?
        var found = 0
        for _ in 0..<DatabaseCheck.attempts {
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

    /// Runs `body` again if it fails because of the disk, or because of damage that a check of the database
    /// does not confirm.
    ///
    /// - Throws: An error about damage if the structure of the database is damaged, or if the same damage
    ///   of its contents shows twice in a row; otherwise the last error.
    func retrying<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        var previous: StoreError?
        for _ in 1..<DatabaseCheck.attempts {
            do throws(StoreError) {
                return try body()
            } catch {
                guard error.isSuspicious else { throw error }
                if let fault = try fault(isThorough: false) { throw .damage("check \(path)", fault) }
                if error.isDamage, error == previous { throw error }
                previous = error
            }
        }
        return try body()
    }
}
