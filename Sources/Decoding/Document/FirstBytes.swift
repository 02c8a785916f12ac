import Records

/// The first bytes of a document, which show a file of another type in place of text.
package struct FirstBytes {
    private static let length = 64
    private var bytes: [UInt8] = []
    private var isChecked = false

    /// Creates a check of no bytes.
    package init() {}

    /// Adds the next bytes, until there are enough.
    ///
    /// - Throws: `DecodeError` if they begin a file of another type, or a web page.
    package mutating func check(_ slice: Span<UInt8>, wanted: String) throws(DecodeError) {
        guard !isChecked else { return }
        bytes.append(slice.extracting(0..<min(slice.count, FirstBytes.length - bytes.count)))
        if bytes.count == FirstBytes.length { try finish(wanted: wanted) }
    }

    /// Checks the bytes of a short document.
    ///
    /// - Throws: `DecodeError`, as `check`.
    package mutating func finish(wanted: String) throws(DecodeError) {
        guard !isChecked else { return }
        isChecked = true
        if let type = FileType.name(bytes) {
            throw DecodeError(.content, part: wanted, found: type, offset: 0)
        }
        let text = bytes.span.extracting(bytes.span.unmarked)
        if WebPage.begins(text) { throw DecodeError(.content, part: wanted, found: text.opening, offset: 0) }
    }
}
