public import Records

/// The time that the daemon has reached, for the next run.
extension Store {
    /// Returns the stored time; `nil` if none is stored.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func confirmedTime() throws(StoreError) -> UTC? {
        let text = try connection.text("SELECT value FROM meta WHERE name = 'confirmed'")
        return text.flatMap { Int64($0) }.map(UTC.init(microseconds:))
    }

    /// Stores a time.
    ///
    /// - Throws: `StoreError` if the database cannot be written.
    public func confirm(_ moment: UTC) throws(StoreError) {
        let value = moment.microseconds
        try transaction { () throws(StoreError) in
            try connection.execute("INSERT OR REPLACE INTO meta VALUES ('confirmed', '\(value)')")
        }
    }
}
