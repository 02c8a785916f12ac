import Records

/// The order of a source's records in its last document: the fingerprints of `Fingerprints`, in a separate
/// file.
///
/// The file repeats data of the database, so that a large document can be compared without reading that data,
/// and is valid only until the source changes. The disk is not synchronized, because the file may be lost: a
/// truncated or damaged file is ignored. It consists of words in native byte order: a header of three, with a
/// checksum over everything, then the fingerprints.
struct DocumentOrder {
    /// The cursor after the source's last change, for which the fingerprints are valid.
    let cursor: Cursor
    /// The fingerprint of each record.
    let numbers: [UInt64]

    /// The number of records from which the order speeds up a comparison; fewer are read from the database as
    /// quickly.
    static let worthwhile = 10_000
    /// The magic number, which identifies the file and its version.
    private static let form: UInt64 = 0x3220_7265_6472_6F61
    private static let headWords = 3

    init(_ numbers: [UInt64], at cursor: Cursor) {
        self.numbers = numbers
        self.cursor = cursor
    }

    /// Reads the stored order of a source from a directory.
    ///
    /// - Returns: `nil` when no valid order is stored.
    init?(of source: String, in directory: String, at cursor: Cursor) {
        let path = DocumentOrder.path(of: source, in: directory)
        // An unreadable file is treated as lost.
        guard let size = try? File.size(of: path), let file = try? File.reading(path),
            let head = try? file.words(DocumentOrder.headWords),
            let numbers = try? file.words(size / 8 - DocumentOrder.headWords)
        else { return nil }
        self.init(numbers, at: cursor)
        guard head == self.head else { return nil }
    }

    /// Stores the order in place of the previous one, unless there are too few records.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - directory: The directory of the store.
    ///   - least: The number of records from which the order is stored.
    /// - Throws: `StoreError` if the file cannot be written.
    func keep(
        of source: String, in directory: String, from least: Int = DocumentOrder.worthwhile
    ) throws(StoreError) {
        let path = DocumentOrder.path(of: source, in: directory)
        guard numbers.count >= least else { return try File.remove(path) }
        let folder = DocumentOrder.folder(directory)
        try File.makeDirectory(folder, mode: 0o700)
        let file = try File.creating("\(folder)/\(TemporaryFile.name(for: source))", mode: 0o600)
        for words in [head, numbers] {
            try words.span.withUnsafeBytes { bytes throws(StoreError) in try file.write(bytes) }
        }
        try File.rename(file.path, to: path)
    }

    /// Removes the stored order of a source from a directory.
    ///
    /// - Throws: `StoreError` if the file cannot be removed.
    static func remove(_ source: String, in directory: String) throws(StoreError) {
        try File.remove(path(of: source, in: directory))
    }

    /// Removes incomplete files from a directory.
    static func clean(_ directory: String) throws(StoreError) { try TemporaryFile.clean(folder(directory)) }

    /// The header before the fingerprints, which verifies them and ties them to the cursor.
    private var head: [UInt64] {
        let run = RecordHash(content: cursor.run)
        let content = RecordHash(content: numbers.span.bytes)
        let number = UInt64(bitPattern: cursor.number)
        let sum = RecordHash(words: [run.low, run.high, number, content.low, content.high])
        return [DocumentOrder.form, sum.low, sum.high]
    }

    private static func folder(_ directory: String) -> String { "\(directory)/orders" }

    private static func path(of source: String, in directory: String) -> String {
        "\(folder(directory))/\(source)"
    }
}

extension File {
    /// Reads the next words; fewer when the file ends.
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
