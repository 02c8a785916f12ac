/// Takes a document in slices and keeps it once it is whole; one that is let go before leaves nothing.
public final class DocumentWriter {
    private var file: TemporaryFile
    private var deflater: Deflater

    init(_ name: String, in directory: String, _ facts: DocumentFacts) throws(StoreError) {
        let deflater = try Deflater()
        file = try TemporaryFile(for: name, in: directory, mode: 0o600)
        self.deflater = deflater
        try append(facts.line.span)
    }

    /// Takes the bytes that come next.
    ///
    /// - Throws: When they cannot be written.
    public func append(_ bytes: Span<UInt8>) throws(StoreError) {
        guard !bytes.isEmpty else { return }
        var failure: StoreError?
        bytes.withUnsafeBytes { slice in
            do throws(StoreError) { try write(slice, isLast: false) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Says that the document is whole: it takes the place of the one before, and is on the disk.
    ///
    /// - Throws: When it cannot be written; then the one before stays.
    public func finish() throws(StoreError) {
        try write(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        try file.keep(isNameDurable: true)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(StoreError) {
        try deflater.add(bytes, isLast: isLast) { part throws(StoreError) in try file.write(part) }
    }
}
