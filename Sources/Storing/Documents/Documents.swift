import Records

/// The last accepted document of each source, compressed, so that a changed definition can decode it again
/// without a request to the upstream.
///
/// Each document is a file `SOURCE.z`: a line of JSON with its metadata and then the document, both in one
/// gzip stream, whose checksum covers everything. Any thread may create a value of this type, but only one
/// thread at a time may use the document of a source.
public struct Documents: Sendable {
    private let directory: String

    /// Creates a reference to the documents in a directory, which need not exist.
    public init(directory: String) { self.directory = directory }

    /// Begins to store a document, which replaces the previous one once it is complete.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - facts: The metadata of the document.
    ///   - size: The number of bytes that the document will have; a small one is not compressed.
    ///   - isDurable: Whether a power cut must not lose the document, which nobody can send again.
    /// - Returns: The writer of the document's bytes.
    /// - Throws: `StoreError` if the file cannot be created, or `source` is not a valid source name.
    public func writer(
        of source: String, _ facts: DocumentFacts, expecting size: Int = .max, isDurable: Bool = true
    ) throws(StoreError) -> DocumentWriter {
        try File.makeDirectory(directory, mode: 0o700)
        return try DocumentWriter(
            name(source), in: directory, facts: facts, expecting: size, isDurable: isDurable)
    }

    /// Stores a complete document.
    ///
    /// - Throws: `StoreError` if the file cannot be written, or `source` is not a valid source name.
    public func keep(
        _ bytes: [UInt8], of source: String, facts: DocumentFacts, isDurable: Bool = true
    ) throws(StoreError) {
        let writer = try writer(of: source, facts, expecting: bytes.count, isDurable: isDurable)
        try writer.append(bytes.span)
        try writer.finish()
    }

    /// Opens the document of a source.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - serial: The smallest number that the document of the source's records can have; `nil` if it is
    ///     unknown.
    /// - Returns: The reader of its metadata and bytes; `nil` when no document is stored, or a power cut has
    ///   left an earlier one or a part of one.
    /// - Throws: `StoreError` if the document cannot be read, or is large and damaged.
    public func reader(
        of source: String, notBefore serial: Int64? = nil
    ) throws(StoreError) -> DocumentReader? {
        guard let facts = try facts(of: source), (facts.serial ?? 0) >= serial ?? 0 else { return nil }
        return try DocumentReader("\(directory)/\(try name(source))")
    }

    /// Opens the document of a source without looking for damage, which is found when the damaged part is read:
    /// for a document that was found complete before.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - serial: The smallest number that the document of the source's records can have; `nil` if it is
    ///     unknown.
    /// - Returns: The reader of its metadata and bytes; `nil` when no document is stored, or an earlier one.
    /// - Throws: `StoreError` if the document cannot be read or is damaged.
    public func quickReader(
        of source: String, notBefore serial: Int64?
    ) throws(StoreError) -> DocumentReader? {
        let path = "\(directory)/\(try name(source))"
        guard try File.size(of: path) != nil else { return nil }
        let reader = try DocumentReader(path)
        return (reader.facts.serial ?? 0) >= serial ?? 0 ? reader : nil
    }

    /// Whether a complete document of a source is stored that has a number.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - serial: The number of the document; `nil` for any.
    /// - Returns: Whether there is one.
    /// - Throws: `StoreError` if the document cannot be read.
    public func hasDocument(of source: String, _ serial: Int64?) throws(StoreError) -> Bool {
        guard let facts = try facts(of: source) else { return false }
        return serial == nil || facts.serial == serial
    }

    /// Returns the metadata of the document of a source; `nil` when there is none, or not a complete one.
    ///
    /// A large document is not read to its end: it was synchronized.
    private func facts(of source: String) throws(StoreError) -> DocumentFacts? {
        let path = "\(directory)/\(try name(source))"
        guard let size = try File.size(of: path) else { return nil }
        do throws(StoreError) {
            let reader = try DocumentReader(path)
            guard size < TemporaryFile.large else { return reader.facts }
            while case let part = try reader.next(), !part.isEmpty {}
            return reader.facts
        } catch {
            guard error.isDamage else { throw error }
            return nil
        }
    }

    /// Removes the document of a source, if there is one.
    ///
    /// - Throws: `StoreError` if the file cannot be removed, or `source` is not a valid source name.
    public func remove(_ source: String) throws(StoreError) {
        try File.remove("\(directory)/\(try name(source))")
    }

    /// Removes the files of incomplete documents.
    func clean() throws(StoreError) { try TemporaryFile.clean(directory) }

    /// Validates a source name: without a slash or a leading dot, the file stays in the directory.
    private func name(_ source: String) throws(StoreError) -> String {
        guard SourceName(source) != nil else {
            throw StoreError(
                doing: "keep a document", code: 0, message: "\"\(source)\" is not the name of a source")
        }
        return source + ".z"
    }
}
