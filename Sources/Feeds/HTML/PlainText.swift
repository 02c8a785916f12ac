import CLanes
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

    /// Returns the text of HTML without tags, with references resolved, blanks collapsed and blocks on their
    /// own lines.
    static func of(html: Span<UInt8>) -> [UInt8] {
        // No tag or reference is shorter than its replacement; words may be written past the last byte.
        [UInt8](unsafeUninitializedCapacity: html.count + 16) { room, count in
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
            if let (scalar, next) = HTMLEntity.read(text, at: at) {
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

/// A writer of plain text into a sufficiently large buffer.
private struct PlainWriter {
    let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var search = TagSearch()

    init(start: UnsafeMutablePointer<UInt8>) { unsafe self.start = start }

    mutating func write(_ html: Span<UInt8>) {
        var at = 0
        while at < html.count {
            at = copy(html, from: at)
            guard at < html.count else { break }
            switch html[unchecked: at] {
            case .lessThan: at = markup(html, at: at)
            case .ampersand: at = reference(html, at: at)
            case let byte:
                if !byte.isWhitespace { put(byte) } else if !isAtBlank { put(.space) }
                at += 1
            }
        }
    }

    /// Copies words with single blanks between them.
    private mutating func copy(_ html: Span<UInt8>, from: Int) -> Int {
        var at = from
        var blank: UInt16 = isAtBlank ? 1 : 0
        while html.count - at >= 16 {
            let lane = unsafe html.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: at, as: SIMD16<UInt8>.self)
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: lane, as: SIMD16<UInt8>.self)
            let blanks = lane16_any(lane, .space, .space, .space)
            let marks =
                lane16_any(lane, .lessThan, .ampersand, .ampersand) | lane16_below_space(lane)
                | (blanks & (blanks << 1 | blank))
            let plain = min(16, marks.trailingZeroBitCount)
            at += plain
            count += plain
            if plain < 16 { return at }
            blank = blanks >> 15
        }
        while at < html.count, html[unchecked: at] > .space, html[unchecked: at] != .lessThan,
            html[unchecked: at] != .ampersand
        {
            put(html[unchecked: at])
            at += 1
        }
        return at
    }

    /// Whether a blank here would follow another one or begin a line.
    private var isAtBlank: Bool {
        guard count > 0 else { return true }
        let last = unsafe start[count - 1]
        return last == .space || last == .newline
    }

    private mutating func markup(_ html: Span<UInt8>, at: Int) -> Int {
        if let end = search.commentEnd(html, at: at) { return end }
        guard let tag = search.tag(html, at: at) else {
            put(.lessThan)
            return at + 1
        }
        if HTMLRules.element(html.extracting(tag.name)).isBlock { breakLine() }
        return tag.next
    }

    private mutating func breakLine() {
        while count > 0, unsafe start[count - 1] == .space { count -= 1 }
        if count > 0, unsafe start[count - 1] != .newline { put(.newline) }
    }

    /// Writes the character of a reference, or its `&`, and returns the offset at which the text continues.
    private mutating func reference(_ html: Span<UInt8>, at: Int) -> Int {
        guard let (scalar, next) = HTMLEntity.read(html, at: at) else {
            put(.ampersand)
            return at + 1
        }
        for byte in UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter { put(byte) }
        return next
    }

    private mutating func put(_ byte: UInt8) {
        unsafe start[count] = byte
        count += 1
    }
}
