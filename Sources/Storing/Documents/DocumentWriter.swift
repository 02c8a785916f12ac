import Compression

/// Writes a document in slices and stores it once it is complete; a writer that is released earlier leaves
/// nothing behind.
public final class DocumentWriter {
    private let name: String
    private let directory: String
    private let isDurable: Bool
    private var deflater: Deflater
    /// The bytes so far, while they fit a block and none of them must survive a power cut; then `nil`.
    private var held: [UInt8]?
    /// The file of a document that is not held.
    private var file: TemporaryFile?
    /// The size up to which a document is not compressed, in bytes: with its metadata, it takes the same single
    /// block of 4 kB in most file systems.
    private static let uncompressed = 3 << 10

    init(
        _ name: String, in directory: String, facts: DocumentFacts, expecting size: Int, isDurable: Bool
    ) throws(StoreError) {
        (self.name, self.directory, self.isDurable) = (name, directory, isDurable)
        deflater = Deflater(size <= DocumentWriter.uncompressed ? .none : .fast)
        if isDurable { file = try TemporaryFile(for: name, in: directory, mode: 0o600) } else { held = [] }
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
    /// - Throws: `StoreError` if the document cannot be written; the previous one remains then, unless it was
    ///   torn.
    public func finish() throws(StoreError) {
        try write(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        if let held, try File.overwrite("\(directory)/\(name)", with: held) { return }
        try release()
        let isAwaited = isDurable || file?.isLarge == true
        try file?.keep(isAwaited ? .name : .none)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(StoreError) {
        try deflater.add(bytes, isLast: isLast) { part throws(StoreError) in try put(part) }
    }

    private func put(_ part: UnsafeRawBufferPointer) throws(StoreError) {
        guard held.map({ $0.count + part.count > File.block }) ?? true else {
            held?.append(contentsOf: part)
            return
        }
        try release()
        try file?.write(part)
    }

    /// Moves the bytes that are held into a file.
    private func release() throws(StoreError) {
        guard let bytes = held else { return }
        held = nil
        file = try TemporaryFile(for: name, in: directory, mode: 0o600)
        try file?.write(bytes)
    }
}
