import Records

/// The last accepted document of each source, compressed: what a changed definition decodes anew without
/// asking the upstream.
///
/// A file each, `SOURCE.z`: a line of JSON that tells its facts, and the document, both in one gzip stream,
/// whose checksum covers all. Any thread may make one; one thread at a time may deal with one source.
public struct Documents: Sendable {
    private let directory: String

    /// The documents in a directory, which need not be there.
    public init(directory: String) { self.directory = directory }

    /// Begins to keep a document, in place of the one before once it is whole.
    ///
    /// - Returns: What takes its bytes.
    /// - Throws: When the file cannot be made, or `source` is no source's name.
    public func writer(of source: String, _ facts: DocumentFacts) throws(StoreError) -> DocumentWriter {
        try File.makeDirectory(directory, mode: 0o700)
        return try DocumentWriter(name(source), in: directory, facts)
    }

    /// Keeps a document that is whole.
    ///
    /// - Throws: When the file cannot be written, or `source` is no source's name.
    public func keep(_ bytes: [UInt8], of source: String, _ facts: DocumentFacts) throws(StoreError) {
        let writer = try writer(of: source, facts)
        try writer.append(bytes.span)
        try writer.finish()
    }

    /// Opens the document of a source.
    ///
    /// - Returns: What yields its facts and bytes; `nil` when none is kept.
    /// - Throws: When it cannot be read or is damaged.
    public func reader(of source: String) throws(StoreError) -> DocumentReader? {
        let path = "\(directory)/\(try name(source))"
        guard try File.size(of: path) != nil else { return nil }
        return try DocumentReader(path)
    }

    /// Removes the document of a source, if there is one.
    ///
    /// - Throws: When the file cannot be removed, or `source` is no source's name.
    public func remove(_ source: String) throws(StoreError) {
        try File.remove("\(directory)/\(try name(source))")
    }

    /// Removes what was left of documents that did not become whole.
    func clean() throws(StoreError) { try TemporaryFile.clean(directory) }

    /// A source's name has no slash and no leading dot: it stays in the directory.
    private func name(_ source: String) throws(StoreError) -> String {
        guard SourceName(source) != nil else {
            throw StoreError(doing: "keep a document", code: 0, message: "\"\(source)\" is no source's name")
        }
        return source + ".z"
    }
}
