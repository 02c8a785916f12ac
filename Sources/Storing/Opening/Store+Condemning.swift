extension Store {
    /// Marks the database of a directory as damaged, so that the next `open` sets it aside.
    ///
    /// A program calls this when it finds damage while running and prefers a new database to running without
    /// a store.
    ///
    /// - Parameters:
    ///   - directory: The directory of `almanac.db`.
    ///   - error: The error that showed the damage.
    /// - Throws: `StoreError` if the note cannot be written.
    public static func condemn(_ directory: String, because error: StoreError) throws(StoreError) {
        var note = try TemporaryFile(for: noteName, in: directory, mode: 0o600)
        try note.write(Array(error.description.utf8.prefix(maximumNote)))
        try note.keep(.name)
    }

    /// Returns the note that marks the database as damaged; `nil` when there is none.
    static func verdict(on directory: String) throws(StoreError) -> String? {
        guard let note = try File.reading("\(directory)/\(noteName)") else { return nil }
        return String(decoding: try note.read(maximumNote), as: UTF8.self)
    }

    /// Removes the note, because the database it was written about has been replaced.
    static func acquit(_ directory: String) throws(StoreError) { try File.remove("\(directory)/\(noteName)") }

    private static let (noteName, maximumNote) = ("\(fileName).condemned", 4 << 10)
}
