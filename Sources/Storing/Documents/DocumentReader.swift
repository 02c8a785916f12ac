import Compression
import Records

/// Returns a stored document in slices.
///
/// The document is known to be undamaged only after its end has been read.
public final class DocumentReader {
    /// The metadata of the document.
    public let facts: DocumentFacts
    private var source: Expansion
    private var begun: [UInt8]

    init(_ path: String) throws(StoreError) {
        source = try Expansion(path)
        begun = []
        var line: ArraySlice<UInt8>?
        // The first line is short: a longer one is not metadata.
        while line == nil, begun.count < 16 << 10 {
            let more = try source.next(4 << 10)
            if more.isEmpty { break }
            begun += more
            if let end = begun.firstIndex(of: .newline) { line = begun[..<end] }
        }
        guard let line, let facts = DocumentFacts(line: Array(line)) else {
            throw .damage("read \(path)", "it does not begin like a stored document")
        }
        self.facts = facts
        begun.removeFirst(line.count + 1)
    }

    /// Returns the next bytes, about `count`; none at the end.
    ///
    /// - Throws: `StoreError` if the bytes cannot be read or are damaged.
    public func next(_ count: Int = 64 << 10) throws(StoreError) -> [UInt8] {
        guard begun.isEmpty else {
            defer { begun = [] }
            return begun
        }
        return try source.next(count)
    }

    /// Returns all remaining bytes, for a document that is known to be small.
    ///
    /// - Throws: `StoreError` if the bytes cannot be read or are damaged.
    public func readAll() throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let part = try next(), !part.isEmpty { bytes += part }
        return bytes
    }
}

/// A gzip file that is read and decompressed in parts.
private struct Expansion: ~Copyable {
    private let file: File
    private let inflater = Inflater()
    private var input: ArraySlice<UInt8> = []
    private var isEnd = false

    init(_ path: String) throws(StoreError) {
        let file = try File.reading(path)
        guard let file else { throw StoreError(doing: "open \(path)", code: 0, message: "it is gone") }
        self.init(file: file)
    }

    private init(file: consuming File) { self.file = file }

    /// Returns the next bytes; none at the end.
    mutating func next(_ count: Int) throws(StoreError) -> [UInt8] {
        while !isEnd {
            if input.isEmpty { input = try file.read(64 << 10)[...] }
            let isDry = input.isEmpty
            var progress: Inflater.Progress?
            let bytes = expand(room: count, &progress)
            guard let progress, !isDry || progress.isEnd || !bytes.isEmpty else {
                throw .damage("read \(file.path)", "it differs from the stored document")
            }
            input = input.dropFirst(progress.used)
            isEnd = progress.isEnd
            if !bytes.isEmpty { return bytes }
        }
        return []
    }

    /// Decompresses as much of the input as fits into the room; the progress is `nil` if it is damaged.
    private func expand(room: Int, _ progress: inout Inflater.Progress?) -> [UInt8] {
        input.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                progress = inflater.inflate(input, into: UnsafeMutableRawBufferPointer(buffer))
                filled = progress?.written ?? 0
            }
        }
    }
}
