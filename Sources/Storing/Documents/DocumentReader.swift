/// Yields a kept document in slices.
///
/// Only when the end has been reached is it certain that nothing of it is damaged.
public final class DocumentReader {
    /// What is known of it.
    public let facts: DocumentFacts
    private var source: Expansion
    private var begun: [UInt8]

    init(_ path: String) throws(StoreError) {
        source = try Expansion(path)
        begun = []
        var line: ArraySlice<UInt8>?
        // The line is short; what is longer is none.
        while line == nil, begun.count < 16 << 10 {
            let more = try source.next(4 << 10)
            if more.isEmpty { break }
            begun += more
            if let end = begun.firstIndex(of: 0x0A) { line = begun[..<end] }
        }
        guard let line, let facts = DocumentFacts(line: Array(line)) else {
            throw .damage("read \(path)", "it does not begin as a kept document")
        }
        self.facts = facts
        begun.removeFirst(line.count + 1)
    }

    /// The bytes that come next, about `count`; none at the end.
    ///
    /// - Throws: When they cannot be read or are damaged.
    public func next(_ count: Int = 64 << 10) throws(StoreError) -> [UInt8] {
        guard begun.isEmpty else {
            defer { begun = [] }
            return begun
        }
        return try source.next(count)
    }

    /// All that is left, for a document that is known to be small.
    ///
    /// - Throws: When it cannot be read or is damaged.
    public func rest() throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let part = try next(), !part.isEmpty { bytes += part }
        return bytes
    }
}

/// A gzip file that is read and expanded piece by piece.
private struct Expansion: ~Copyable {
    private let file: File
    private let inflater: Inflater
    private var input: ArraySlice<UInt8> = []
    private var isEnd = false

    init(_ path: String) throws(StoreError) {
        let inflater = try Inflater()
        let file = try File.reading(path)
        guard let file else { throw StoreError(doing: "open \(path)", code: 0, message: "it is gone") }
        self.init(file: file, inflater: inflater)
    }

    private init(file: consuming File, inflater: consuming Inflater) {
        self.file = file
        self.inflater = inflater
    }

    /// What comes next; none at the end.
    mutating func next(_ count: Int) throws(StoreError) -> [UInt8] {
        while !isEnd {
            if input.isEmpty { input = try file.read(64 << 10)[...] }
            let isDry = input.isEmpty
            guard let part = inflater.expand(input, room: count), !isDry || part.isEnd || !part.bytes.isEmpty
            else { throw .damage("read \(file.path)", "it is not what was kept") }
            input = input.dropFirst(part.used)
            isEnd = part.isEnd
            if !part.bytes.isEmpty { return part.bytes }
        }
        return []
    }
}
