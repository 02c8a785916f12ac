import CSQLite

/// The copy of an open database that takes its place when its files were removed or replaced.
struct DatabaseCopy {
    /// The maximum number of attempts while another process removes the folder or the copy.
    static let attempts = 8

    private let connection: Connection
    private let directory: String
    private let name: String
    /// The last copy, and the number of changes to the database before it; `nil` before the first.
    private var last: (file: Inode, changes: Int64)?

    /// Prepares to copy a database to a file of a directory.
    init(of connection: Connection, to name: String, in directory: String) {
        self.connection = connection
        self.name = name
        self.directory = directory
    }

    private var path: String { "\(directory)/\(name)" }

    /// Whether the last copy is the file at the path of the database.
    var isInPlace: Bool { last.map { $0.file == Inode(of: path) } ?? false }

    /// Copies the database, with everything committed, to its path, unless an up-to-date copy is there.
    ///
    /// - Throws: `StoreError`, with `isLoss` true, if the database cannot be copied.
    mutating func update() throws(StoreError) {
        let changes = sqlite3_total_changes64(connection.handle)
        if let last, last.changes == changes, isInPlace { return }
        do throws(StoreError) {
            try copyIntoPlace()
        } catch {
            throw StoreError(
                doing: "put the database back into \(directory)", code: error.code, message: "\(error)",
                isLoss: true)
        }
        last = Inode(of: path).map { (file: $0, changes: changes) }
    }

    /// Copies the database, again if another process removes the folder or the copy meanwhile.
    private func copyIntoPlace() throws(StoreError) {
        let temporary = "\(directory)/\(TemporaryFile.name(for: name))"
        // Leftover files are removed when the store is opened again.
        defer { try? File.removeDatabase(temporary) }
        for _ in 1..<DatabaseCopy.attempts {
            // The last attempt below throws its error; a removal can cause any error.
            if (try? copy(by: temporary)) != nil { return }
        }
        try copy(by: temporary)
    }

    private func copy(by temporary: String) throws(StoreError) {
        try File.makeDirectory(directory, mode: 0o700)
        try File.removeDatabase(temporary)
        try connection.copy(to: temporary)
        if let fault = try Connection(path: temporary, flags: SQLITE_OPEN_READWRITE).fault(isThorough: false)
        {
            throw .damage("check the copy of \(path)", fault)
        }
        try File.reading(temporary)?.synchronize()
        if let other = Inode(of: path), other != last?.file {
            try File.rename(path, to: "\(path).replaced")
        }
        try File.removeDatabase(path)
        try File.rename(temporary, to: path)
        try File.synchronizeDirectory(directory)
    }
}
