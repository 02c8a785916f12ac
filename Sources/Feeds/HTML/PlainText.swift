import Decoding
import Records

/// Conversion of HTML to plain text for a terminal or a title.
package enum PlainText {
    /// Returns a text without markup if it has any: a text with a bare `<` is none.
    package static func plain(_ text: String) -> String {
        guard text.utf8.contains(.lessThan), hasTag(text) else { return text }
        let bytes = of(html: Array(text.utf8).span)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let tags = [
        "p", "br", "b", "i", "em", "strong", "div", "span", "ul", "ol", "li", "a", "h1", "h2", "h3",
    ]

    private static func hasTag(_ text: String) -> Bool {
        text.utf8.split(separator: .lessThan, omittingEmptySubsequences: false).dropFirst().contains { rest in
            let start = rest.first == .slash ? rest.dropFirst() : rest
            let name = start.prefix { $0.isLetterOrDigit }
            guard let next = start.dropFirst(name.count).first,
                next == .greaterThan || next == .slash || next.isWhitespace
            else { return false }
            return tags.contains(String(decoding: name, as: UTF8.self).lowercased())
        }
    }

    /// Returns the text of HTML without tags, with references resolved, blanks collapsed, blocks on their own
    /// lines and the numbers of lists; preformatted text keeps its lines.
    static func of(html: Span<UInt8>) -> [UInt8] {
        // No reference is shorter than its replacement, and no tag than half of it, the number of an item;
        // words may be written past the last byte.
        [UInt8](unsafeUninitializedCapacity: 2 * html.count + 16) { room, count in
            guard let start = room.baseAddress else { return }
            var writer = unsafe PlainWriter(start: start)
            writer.write(html)
            count = writer.count
        }
    }

    /// Appends a text with its references resolved once; invalid ones are kept.
    static func decode(_ text: Span<UInt8>, into output: inout [UInt8]) {
        var at = 0
        while at < text.count {
            let end = references.first(text, from: at) ?? text.count
            output.append(text.extracting(at..<end))
            at = end
            guard at < text.count else { return }
            if let (scalar, next) = CharacterReference.read(text, at: at) {
                output.append(contentsOf: UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
                at = next
            } else {
                output.append(.ampersand)
                at += 1
            }
        }
    }

    private static let references = ByteMarks(.ampersand, .ampersand, .ampersand, .ampersand)
}
