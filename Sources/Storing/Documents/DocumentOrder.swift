import Records

/// In which order the last document of a source had its records: the numbers of `Fingerprints`, in a file of its own.
///
/// It repeats what the database says, so that a large document is compared without reading that, and counts only as
/// long as the source has not changed since. It may be lost, so the disk is not waited for: a file that is cut short
/// or damaged is none. Words of this machine: three of a sum over all, then the numbers.
struct DocumentOrder {
    /// The log, and the number of the source's last change in it, to which the numbers belong.
    let cursor: Cursor
    /// A number for each record.
    let numbers: [UInt64]

    /// Fewer records are as soon read from the database.
    static let worthwhile = 10_000
    /// Tells our files, and their form.
    private static let form: UInt64 = 0x3120_7265_6472_6F61
    private static let headWords = 3

    init(_ numbers: [UInt64], at cursor: Cursor) { (self.numbers, self.cursor) = (numbers, cursor) }

    /// Reads what was kept in a directory for a source.
    ///
    /// - Returns: `nil` when there is none that counts.
    init?(of source: String, in directory: String, at cursor: Cursor) {
        let path = DocumentOrder.path(source, directory)
        // What cannot be read is as good as lost.
        guard let size = try? File.size(of: path), let file = try? File.reading(path),
            let head = try? file.words(DocumentOrder.headWords),
            let numbers = try? file.words(size / 8 - DocumentOrder.headWords)
        else { return nil }
        self.init(numbers, at: cursor)
        guard head == self.head else { return nil }
    }

    /// Keeps it in place of the one before; few records are not worth it.
    ///
    /// - Throws: When it cannot be written.
    func keep(of source: String, in directory: String) throws(StoreError) {
        let path = DocumentOrder.path(source, directory)
        guard numbers.count >= DocumentOrder.worthwhile else { return try File.remove(path) }
        let folder = DocumentOrder.folder(directory)
        try File.makeDirectory(folder, mode: 0o700)
        let file = try File.creating("\(folder)/\(TemporaryFile.name(for: source))", mode: 0o600)
        for words in [head, numbers] {
            try words.span.withUnsafeBytes { bytes throws(StoreError) in try file.write(bytes) }
        }
        try File.rename(file.path, to: path)
    }

    /// Removes what is kept in a directory for a source.
    ///
    /// - Throws: When it cannot be removed.
    static func remove(_ source: String, in directory: String) throws(StoreError) {
        try File.remove(path(source, directory))
    }

    /// Removes what was left in a directory of files that did not become whole.
    static func clean(_ directory: String) throws(StoreError) { try TemporaryFile.clean(folder(directory)) }

    /// What stands before the numbers: it vouches for them, and that they belong to the cursor.
    private var head: [UInt64] {
        var hasher = ContentHasher()
        hasher.add(cursor.epoch.utf8.span)
        hasher.add(UInt64(bitPattern: cursor.number))
        hasher.add(numbers.span.bytes)
        return [DocumentOrder.form, hasher.value.low, hasher.value.high]
    }

    private static func folder(_ directory: String) -> String { "\(directory)/orders" }

    private static func path(_ source: String, _ directory: String) -> String {
        "\(folder(directory))/\(source)"
    }
}

extension File {
    /// Reads the words that come next; fewer when the file ends.
    fileprivate borrowing func words(_ count: Int) throws(StoreError) -> [UInt64] {
        var failure: StoreError?
        let words = [UInt64](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            do throws(StoreError) {
                filled = try read(into: UnsafeMutableRawBufferPointer(buffer)) / 8
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return words
    }
}
