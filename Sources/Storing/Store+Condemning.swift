extension Store {
    /// Notes that the database of a directory is damaged: the next `open` sets it aside.
    ///
    /// For a program that meets damage while it runs and would rather begin anew than go on without a store.
    ///
    /// - Parameters:
    ///   - directory: Where `almanac.db` is.
    ///   - error: How the damage showed.
    /// - Throws: When the note cannot be written.
    public static func condemn(_ directory: String, because error: StoreError) throws(StoreError) {
        var note = try TemporaryFile(for: noteName, in: directory, mode: 0o600)
        try note.write(Array(error.description.utf8.prefix(maximumNote)))
        try note.keep(isNameDurable: true)
    }

    /// What was noted against a database; `nil` when nothing was.
    static func verdict(on directory: String) throws(StoreError) -> String? {
        guard let note = try File.reading("\(directory)/\(noteName)") else { return nil }
        return String(decoding: try note.read(maximumNote), as: UTF8.self)
    }

    /// Takes back what was noted, since the database is another one now.
    static func acquit(_ directory: String) throws(StoreError) { try File.remove("\(directory)/\(noteName)") }

    private static let (noteName, maximumNote) = ("\(fileName).condemned", 4 << 10)
}
