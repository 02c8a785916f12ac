import Compression
public import Records

/// Writes the records of a source, in steps, to a file that all users may read.
///
/// The format is `{"source","cursor","generation","records":[{"key","data"}…],"crc32"}`, with the records
/// ordered by the bytes of their keys. The cursor is that of the source's last change. If records change
/// between two steps, writing starts over, so that a file always shows one consistent state; the file
/// replaces its predecessor when it is complete.
///
/// Only a large file is synchronized. A power cut may tear another one, which its checksum shows: the store
/// has its records.
public final class PublishedFile {
    private let source: String
    private let reader: StoreReader
    private let (directory, name): (String, String)
    private var file: TemporaryFile?
    private var begun: SourceRow
    /// The properties of the file when it was put in place; `nil` before.
    public private(set) var mark: FileMark?
    /// The number of times that writing has started over because records changed meanwhile.
    public private(set) var restarts = 0
    /// Whether the file was abandoned because it would have exceeded the maximum size.
    public private(set) var isTooLarge = false
    private var place: String?
    private let maximumBytes: Int
    private var written = 0
    private var checksum = CRC32()
    /// The size in bytes above which a file is synchronized: to find a torn one would take longer.
    private static let large = 256 << 10

    /// Begins a file `SOURCE.json`; nothing is written yet.
    ///
    /// - Parameters:
    ///   - source: The source of the records; an unknown source has none.
    ///   - reader: The reader of the stored records.
    ///   - directory: The directory of the file.
    ///   - maximumBytes: The approximate maximum size; a larger file is abandoned.
    /// - Throws: `StoreError` if the database cannot be read.
    public init(
        of source: String, from reader: StoreReader, in directory: String, maximumBytes: Int = .max
    ) throws(StoreError) {
        self.maximumBytes = maximumBytes
        self.source = source
        self.reader = reader
        self.directory = directory
        name = "\(source).json"
        begun = SourceRow(id: 0, name: source)
        cursor = try reader.cursor(of: 0)
    }

    /// The cursor that the file contains, or will contain.
    public private(set) var cursor: Cursor

    /// Writes a part of the file.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records.
    ///   - bytes: The amount of data that fills a part.
    /// - Returns: Whether the work is done: the file is in place or was abandoned as too large.
    /// - Throws: `StoreError` if the database cannot be read or the file cannot be written; the previous
    ///   file remains.
    public func step(limit: Int = 1000, bytes: Int = 1 << 18) throws(StoreError) -> Bool {
        let records = try reader.connection.reading { () throws(StoreError) in
            try startIfNeeded()
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
        // The properties are read before others can reach the file, so that later modifications are noticed.
        mark = try file?.mark()
        try file?.keep(written > PublishedFile.large ? .contents : .none)
        file = nil
        return true
    }

    /// Starts the file, or starts over if the records have changed meanwhile.
    private func startIfNeeded() throws(StoreError) {
        let now = try reader.row(of: source) ?? SourceRow(id: 0, name: source)
        guard file == nil || now.number != begun.number else { return }
        if file != nil { restarts += 1 }
        begun = now
        place = nil
        written = 0
        checksum = CRC32()
        cursor = try reader.cursor(of: now.number)
        // The old temporary file must be removed first: both have the same name.
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
        try append(writer.bytes + [.leftBracket])
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
            text += (place == nil ? [.newline] : [.comma, .newline]) + writer.bytes
            place = stored.record.key
        }
        try append(records.isEmpty ? PublishedFile.ending : text)
        if records.isEmpty { try file?.write(PublishedFile.seal(checksum)) }
    }

    private func append(_ text: [UInt8]) throws(StoreError) {
        written += text.count
        checksum.add(text.span)
        try file?.write(text)
    }

    private static let ending: [UInt8] = Array("\n]".utf8)

    /// Returns the end of a file, which states the checksum of everything before it.
    private static func seal(_ checksum: CRC32) -> [UInt8] {
        let digits = String(checksum.value, radix: 16)
        let zeros = String(repeating: "0", count: 8 - digits.utf8.count)
        return Array(",\"crc32\":\"\(zeros)\(digits)\"}\n".utf8)
    }
}

extension PublishedFile {
    /// Returns the cursor of the file of a source.
    ///
    /// - Returns: `nil` when there is no such file or it is incomplete or torn.
    /// - Throws: `StoreError` if the file cannot be read.
    public static func cursor(of source: String, in directory: String) throws(StoreError) -> Cursor? {
        guard let file = try File.reading("\(directory)/\(source).json") else { return nil }
        let head = try file.read(1 << 10)
        guard try isWhole(file) else { return nil }
        // A file with another beginning was not written by `PublishedFile`.
        return try? cursor(head.span, source)
    }

    /// Returns whether a file ends with the checksum of what is before it. A large file is not read again: it
    /// was synchronized, as were those of earlier releases, which have no checksum.
    private static func isWhole(_ file: borrowing File) throws(StoreError) -> Bool {
        let seal = seal(CRC32())
        let end = try file.readEnd(seal.count)
        if end.suffix(earlierEnding.count) == earlierEnding[...] { return true }
        guard end.count == seal.count, end.starts(with: seal.prefix(10)), end.last == .newline else {
            return false
        }
        let all = try file.readEnd(large + 2 * seal.count)
        guard all.count <= large + seal.count else { return true }
        var checksum = CRC32()
        checksum.add(all.span.extracting(0..<(all.count - seal.count)))
        return end == Self.seal(checksum)
    }

    private static let earlierEnding: [UInt8] = Array("\n]}\n".utf8)

    /// Removes incomplete files from a directory.
    ///
    /// - Throws: `StoreError` if a file cannot be removed.
    public static func clean(_ directory: String) throws(StoreError) { try TemporaryFile.clean(directory) }

    private static func cursor(_ head: Span<UInt8>, _ source: String) throws(JSONError) -> Cursor? {
        var scanner = JSONScanner()
        var found: [String] = []
        try scanner.expect(.leftBrace, as: "object", in: head)
        for separator: UInt8 in [.colon, .comma, .colon, .comma] {
            found.append(try scanner.string(head))
            try scanner.expect(separator, as: "separator", in: head)
        }
        guard found[0] == "source", found[1].utf8.elementsEqual(source.utf8), found[2] == "cursor" else {
            return nil
        }
        return Cursor(found[3])
    }
}
