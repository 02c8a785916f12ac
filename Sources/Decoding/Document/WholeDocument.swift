package import Records

/// A buffer for a JSON document that can only be decoded as a whole.
package struct WholeDocument {
    /// The maximum size of a document, in bytes.
    static let maximumLength = 16 << 20

    private var bytes: [UInt8] = []

    /// Creates an empty buffer.
    package init() {}

    /// Appends the next slice.
    ///
    /// - Throws: `DecodeError` if the document is too large.
    package mutating func append(_ slice: Span<UInt8>) throws(DecodeError) {
        guard bytes.count + slice.count <= Self.maximumLength else {
            throw DecodeError(part: "document of at most 16 MiB", found: "more", offset: Self.maximumLength)
        }
        for index in 0..<slice.count { bytes.append(slice[index]) }
    }

    /// Parses the whole document.
    ///
    /// - Throws: `DecodeError` if it is empty, a web page, or not JSON.
    package func value(of part: String) throws(DecodeError) -> JSON {
        let bytes = bytes.unmarked
        guard bytes.contains(where: { $0 > .space }) else {
            throw DecodeError(.empty, part: part, found: "", offset: 0)
        }
        if WebPage.begins(bytes.span) {
            throw DecodeError(.content, part: part, found: bytes.span.opening, offset: 0)
        }
        do {
            return try JSON(parsing: bytes)
        } catch {
            let found = bytes.span.extracting(min(error.offset, bytes.count)..<bytes.count).opening
            throw DecodeError(part: "JSON \(error.expected)", found: found, offset: error.offset)
        }
    }
}
