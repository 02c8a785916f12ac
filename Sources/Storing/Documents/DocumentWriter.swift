import Compression

/// Writes a document in slices and stores it once it is complete; a writer that is released earlier leaves
/// nothing behind.
public final class DocumentWriter {
    private var file: TemporaryFile
    private let isDurable: Bool
    private var deflater: Deflater
    /// The size up to which a document is not compressed, in bytes: with its metadata, it takes the same single
    /// block of 4 kB in most file systems.
    private static let uncompressed = 3 << 10

    init(
        _ name: String, in directory: String, facts: DocumentFacts, expecting size: Int, isDurable: Bool
    ) throws(StoreError) {
        self.isDurable = isDurable
        deflater = Deflater(size <= DocumentWriter.uncompressed ? .none : .fast)
        file = try TemporaryFile(for: name, in: directory, mode: 0o600)
        try append(facts.line.span)
    }

    /// Appends the next bytes.
    ///
    /// - Throws: `StoreError` if the bytes cannot be written.
    public func append(_ bytes: Span<UInt8>) throws(StoreError) {
        guard !bytes.isEmpty else { return }
        var failure: StoreError?
        bytes.withUnsafeBytes { slice in
            do throws(StoreError) { try write(slice, isLast: false) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Marks the document as complete: it replaces the previous one. A large or durable one is on the disk when
    /// the call returns; a power cut may replace another one by the previous one, or tear it.
    ///
    /// - Throws: `StoreError` if the document cannot be written; the previous one remains then.
    public func finish() throws(StoreError) {
        try write(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        try file.keep(isDurable || file.isLarge ? .name : .none)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(StoreError) {
        try deflater.add(bytes, isLast: isLast) { part throws(StoreError) in try file.write(part) }
    }
}
