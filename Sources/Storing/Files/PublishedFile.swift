public import Records

/// Writes the records of a source as a file for anyone to read, in steps.
///
/// `{"source","cursor","generation","records":[{"key","data"}…]}`, the records by the bytes of their keys.
/// The cursor is the source's last change. Records that change between two steps make it begin anew, so
/// that a file always shows one state; it takes its place when it is whole.
public final class PublishedFile {
    private let source: String
    private let reader: StoreReader
    private let (directory, name): (String, String)
    private var file: TemporaryFile?
    private var begun: SourceRow
    /// How the file was when it took its place; `nil` before.
    public private(set) var mark: FileMark?
    /// Whether it was given up because it would have been larger than allowed.
    public private(set) var isTooLarge = false
    private var place: String?
    private let maximumBytes: Int
    private var written = 0

    /// Begins a file `SOURCE.json`; nothing is written yet.
    ///
    /// - Parameters:
    ///   - source: Whose records; of one that is not known, none.
    ///   - reader: Where they are stored.
    ///   - directory: Where the file will be.
    ///   - maximumBytes: About how large it may be; a larger one is given up.
    /// - Throws: When the database cannot be read.
    public init(
        of source: String, from reader: StoreReader, in directory: String, maximumBytes: Int = .max
    ) throws(StoreError) {
        self.maximumBytes = maximumBytes
        (self.source, self.reader, self.directory, name) = (source, reader, directory, "\(source).json")
        begun = SourceRow(id: 0, name: source)
    }

    /// The cursor that the file bears, or will bear.
    public var cursor: Cursor { Cursor(epoch: reader.epoch, number: begun.number) }

    /// Writes a part.
    ///
    /// - Parameters:
    ///   - limit: The most records.
    ///   - bytes: The data that makes a part full.
    /// - Returns: Whether there is nothing more to do: the file has taken its place, or is too large for it.
    /// - Throws: When the database cannot be read or the file cannot be written; the old one stays.
    public func step(limit: Int = 1000, bytes: Int = 1 << 18) throws(StoreError) -> Bool {
        let records = try reader.connection.reading { () throws(StoreError) in
            try beginIfNeeded()
            return try reader.snapshot(
                of: [source], after: place.map { (source, $0) }, limit: limit, bytes: bytes)
        }
        try write(records)
        guard written <= maximumBytes else {
            isTooLarge = true
            file = nil
            return true
        }
        guard records.isEmpty else { return false }
        // Before others can reach it, so that what they do to it shows.
        mark = try file?.mark()
        try file?.keep(isNameDurable: false)
        file = nil
        return true
    }

    /// Begins the file, anew when the records have changed since.
    private func beginIfNeeded() throws(StoreError) {
        let now = try reader.row(of: source) ?? SourceRow(id: 0, name: source)
        guard file == nil || now.number != begun.number else { return }
        (begun, place, written) = (now, nil, 0)
        // The old one goes first: both have the same name.
        file = nil
        file = try TemporaryFile(for: name, in: directory, mode: 0o644)
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("source")
        writer.string(source)
        writer.name("cursor")
        writer.string(cursor.description)
        writer.name("generation")
        writer.number(now.generation)
        writer.name("records")
        try file?.write(writer.bytes + [0x5B])
    }

    private func write(_ records: [StoredRecord]) throws(StoreError) {
        var text: [UInt8] = []
        for stored in records {
            var writer = JSONWriter(capacity: stored.record.data.count + 64)
            writer.beginObject()
            writer.name("key")
            writer.string(stored.record.key)
            writer.name("data")
            writer.literal(stored.record.data)
            writer.endObject()
            text += (place == nil ? [0x0A] : [0x2C, 0x0A]) + writer.bytes
            place = stored.record.key
        }
        written += text.count
        try file?.write(records.isEmpty ? PublishedFile.ending : text)
    }

    private static let ending: [UInt8] = Array("\n]}\n".utf8)
}

extension PublishedFile {
    /// The cursor of the file of a source, by a look at its beginning and its end.
    ///
    /// - Returns: `nil` when there is no such file or it is not whole.
    /// - Throws: When it cannot be read.
    public static func cursor(of source: String, in directory: String) throws(StoreError) -> Cursor? {
        guard let file = try File.reading("\(directory)/\(source).json") else { return nil }
        let head = try file.read(1 << 10)
        guard try file.end(ending.count) == ending else { return nil }
        // Whatever does not read as our beginning is no file of ours.
        return try? cursor(head.span, source)
    }

    /// Removes what was left in a directory of files that did not become whole.
    ///
    /// - Throws: When it cannot be removed.
    public static func clean(_ directory: String) throws(StoreError) { try TemporaryFile.clean(directory) }

    private static func cursor(_ head: Span<UInt8>, _ source: String) throws(JSONError) -> Cursor? {
        var scanner = JSONScanner()
        var found: [String] = []
        try scanner.expect(0x7B, "object", head)
        for separator: UInt8 in [0x3A, 0x2C, 0x3A, 0x2C] {
            found.append(try scanner.string(head))
            try scanner.expect(separator, "separator", head)
        }
        guard found[0] == "source", found[1].utf8.elementsEqual(source.utf8), found[2] == "cursor" else {
            return nil
        }
        return Cursor(found[3])
    }
}
