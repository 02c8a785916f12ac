/// The rules for a record's key.
public enum RecordKey {
    /// The longest key, bytes.
    public static let maximumLength = 1024

    /// Whether a text can be a key: 1...1,024 bytes of UTF-8 without control characters.
    public static func isValid(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Splits `SOURCE/KEY` at the first slash; no slash, no key.
    public static func split(_ text: String) -> (source: String, key: String?) {
        let parts = text.utf8.split(separator: 0x2F, maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        return (texts[0], texts.count == 2 ? texts[1] : nil)
    }
}
