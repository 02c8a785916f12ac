/// The rules for the key of a record.
public enum RecordKey {
    /// The maximum length of a key, in bytes.
    public static let maximumLength = 1024

    /// Whether a text is a valid key: 1...1,024 bytes of UTF-8 without control characters.
    public static func isValid(_ text: String) -> Bool {
        guard (1...maximumLength).contains(text.utf8.count) else { return false }
        var text = text
        return text.withUTF8 { unsafe hasNoControls($0.span) }
    }

    private static func hasNoControls(_ bytes: Span<UInt8>) -> Bool {
        // The control characters (category Cc) are U+0000 to U+001F, U+007F, and U+0080 to U+009F, which are
        // C2 80 to C2 9F.
        var previous: UInt8 = 0
        for index in plainEnd(bytes)..<bytes.count {
            let byte = bytes[index]
            if byte < .space || byte == .delete || previous == .c1Lead && byte < .c1End { return false }
            previous = byte
        }
        return true
    }

    /// Returns the number of bytes at the beginning, a multiple of eight, that are printable ASCII.
    private static func plainEnd(_ bytes: Span<UInt8>) -> Int {
        var at = 0
        while at + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
            guard word & .highBits | word.controlMarks | word.marks(of: .delete) == 0 else { break }
            at += 8
        }
        return at
    }

    /// Splits `SOURCE/KEY` at the first slash; without a slash there is no key.
    public static func split(_ text: String) -> (source: String, key: String?) {
        let parts = text.utf8.split(separator: .slash, maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        return (texts[0], texts.count == 2 ? texts[1] : nil)
    }
}
