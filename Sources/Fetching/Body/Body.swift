/// The bytes of a document: in memory, or in files that are read slice by slice.
///
/// Copies share the bytes. It can be read on any thread, also on several at a time.
public nonisolated struct Body: Sendable {
    /// One piece of a body.
    enum Part: Sendable {
        case memory([UInt8])
        case file(BodyFile)

        var count: Int {
            switch self {
            case .memory(let bytes): bytes.count
            case .file(let file): file.count
            }
        }

        var isInMemory: Bool { if case .memory = self { true } else { false } }
    }

    /// The usual size of a slice, bytes.
    public static let slice = 1 << 16

    let parts: [Part]
    /// The number of bytes.
    public let count: Int

    /// Creates a body from bytes in memory.
    public init(_ bytes: [UInt8]) { self.init([.memory(bytes)]) }

    /// Creates a body from consecutive pieces.
    init(_ parts: [Part]) {
        self.parts = parts
        count = parts.reduce(0) { $0 + $1.count }
    }

    /// The bytes if they are a single piece in memory; otherwise `nil`.
    public var inMemory: [UInt8]? {
        guard parts.count == 1, case .memory(let bytes) = parts[0] else { return nil }
        return bytes
    }

    /// Passes the bytes to `use`, in order, in slices of at most `size` bytes; at least one slice, which may
    /// be empty.
    ///
    /// - Throws: `FetchFailure` when a file cannot be read or has changed meanwhile (then the slices must
    ///   be discarded), and errors thrown by `use`.
    public func forEachSlice(of size: Int = Body.slice, _ use: (Span<UInt8>) throws -> Void) throws {
        var offset = 0
        repeat {
            try withSlice(at: offset, size, use)
            offset += size
        } while offset < count
        try verify()
    }

    /// Passes up to `size` bytes from `offset` on to `use`. Callers that read a body piece by piece call
    /// `verify` at the end.
    ///
    /// - Throws: `FetchFailure` when a file cannot be read or has become shorter, and errors thrown by
    ///   `use`.
    public func withSlice<Result>(
        at offset: Int, _ size: Int = Body.slice, _ use: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        if let bytes = inMemory {
            return try use(bytes.span.extracting(min(offset, count)..<min(offset + size, count)))
        }
        let bytes = try read(at: offset, size)
        return try use(bytes.span)
    }

    /// Returns the first bytes, at most `size`.
    ///
    /// - Throws: A failure of reason `file` when a file cannot be read.
    public func prefix(_ size: Int) throws(FetchFailure) -> [UInt8] { try read(at: 0, size) }

    /// Checks that files which others can change are unchanged since the body was created.
    ///
    /// - Throws: A failure of reason `file` when one has changed.
    public func verify() throws(FetchFailure) {
        for case .file(let file) in parts { try file.verify() }
    }

    private func read(at offset: Int, _ size: Int) throws(FetchFailure) -> [UInt8] {
        if parts.count == 1, case .file(let file) = parts[0] {
            return try file.read(at: offset, max(0, min(size, count - offset)))
        }
        var start = 0
        var bytes: [UInt8] = []
        for part in parts where bytes.count < size {
            let from = offset + bytes.count - start
            let wanted = min(size - bytes.count, part.count - from)
            start += part.count
            guard wanted > 0 else { continue }
            switch part {
            case .memory(let all): bytes += all[from..<from + wanted]
            case .file(let file): bytes += try file.read(at: from, wanted)
            }
        }
        return bytes
    }
}
