import Records

/// Collects a JSON document that makes sense as a whole only.
struct WholeDocument {
    /// The longest document, bytes.
    static let maximumLength = 16 << 20

    private var bytes: [UInt8] = []

    /// Takes in the next slice.
    ///
    /// - Throws: When there is too much of it.
    mutating func take(_ slice: Span<UInt8>) throws(DecodeError) {
        guard bytes.count + slice.count <= Self.maximumLength else {
            throw DecodeError(part: "document of at most 16 MiB", found: "more", offset: Self.maximumLength)
        }
        for index in 0..<slice.count { bytes.append(slice[index]) }
    }

    /// The value of the whole.
    ///
    /// - Throws: When it is empty, a web page, or no JSON.
    func value(of part: String) throws(DecodeError) -> JSON {
        let bytes = bytes.unmarked
        guard bytes.contains(where: { $0 > 0x20 }) else {
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
