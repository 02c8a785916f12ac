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
    /// - Returns: The writer of the document's bytes.
    /// - Throws: `StoreError` if the file cannot be created, or `source` is not a valid source name.
    public func writer(of source: String, _ facts: DocumentFacts) throws(StoreError) -> DocumentWriter {
        try File.makeDirectory(directory, mode: 0o700)
        return try DocumentWriter(name(source), in: directory, facts: facts)
    }

    /// Stores a complete document.
    ///
    /// - Throws: `StoreError` if the file cannot be written, or `source` is not a valid source name.
    public func keep(_ bytes: [UInt8], of source: String, facts: DocumentFacts) throws(StoreError) {
        let writer = try writer(of: source, facts)
        try writer.append(bytes.span)
        try writer.finish()
    }

    /// Opens the document of a source.
    ///
    /// - Returns: The reader of its metadata and bytes; `nil` when no document is stored.
    /// - Throws: `StoreError` if the document cannot be read or is damaged.
    public func reader(of source: String) throws(StoreError) -> DocumentReader? {
        let path = "\(directory)/\(try name(source))"
        guard try File.size(of: path) != nil else { return nil }
        return try DocumentReader(path)
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
