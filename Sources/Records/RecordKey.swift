/// The rules for the key of a record.
public enum RecordKey {
    /// The maximum length of a key, in bytes.
    public static let maximumLength = 1024

    /// Whether a text is a valid key: 1...1,024 bytes of UTF-8 without control characters.
    public static func isValid(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Splits `SOURCE/KEY` at the first slash; without a slash there is no key.
    public static func split(_ text: String) -> (source: String, key: String?) {
        let parts = text.utf8.split(separator: .slash, maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        return (texts[0], texts.count == 2 ? texts[1] : nil)
    }
}
