extension StoreReader {
    /// Returns a function that finds the key which earlier documents of a source gave to a name.
    ///
    /// - Parameter source: The source.
    /// - Returns: The function, which returns `nil` for a name without a key, and must be used on the thread
    ///   of the reader; it throws if the database cannot be read.
    /// - Throws: `StoreError` if the database cannot be read.
    public func keysByName(of source: String) throws(StoreError) -> (String) throws(StoreError) -> String? {
        guard let row = try row(of: source) else { return { _ in nil } }
        return { [statements] name throws(StoreError) in
            try statements.name.first(.int(row.id), .text(name)) { $0.text(0) } ?? nil
        }
    }
}
