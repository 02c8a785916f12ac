import Decoding
import Records

/// Recognises sentences, markup and JSON in place of a table, as a server sends them that has none.
enum Prose {
    /// Whether the first line of a text is a sentence or markup instead of names of columns.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - isAlone: Whether no other line follows.
    /// - Returns: Whether it is likely no header.
    static func isLikely(_ line: Span<UInt8>, isAlone: Bool) -> Bool {
        let part = line.trimmed(0..<line.count)
        guard let first = part.first, let last = part.last else { return false }
        let isMarkup = line[first] == .lessThan && line[last] == .greaterThan
        let words = part.dropFirst().count { line[$0] == .space && line[$0 - 1].isLetter }
        let isSentence = words >= 2 && ".!?:".utf8.contains(line[last])
        return isMarkup || isSentence || (isAlone && words >= 1 && !hasDelimiter(line))
    }

    /// Returns the message of a JSON document, or its first bytes; `nil` if the text is no JSON.
    static func json(_ text: [UInt8]) -> String? {
        guard let first = text.first(where: { $0 > .space }), first == .leftBrace || first == .leftBracket,
            let value = try? JSON(parsing: text)
        else { return nil }
        return ProviderMessage.sole(value) ?? text.span.opening
    }

    private static func hasDelimiter(_ line: Span<UInt8>) -> Bool {
        (0..<line.count).contains { at in TableDelimiter.known.contains { $0[0] == line[at] } }
    }
}
