import Records

/// The tags and texts of HTML that a daemon has cleaned: its tags are closed and their values quoted.
///
/// A `<` that begins no such tag is text.
struct MarkupTokens: IteratorProtocol, Sequence {
    /// A tag.
    struct Tag {
        /// The name in lower case.
        let name: String
        let isEnd: Bool
        /// The names in lower case and the values, with references resolved.
        var attributes: [(name: String, value: String)] = []

        /// The value of an attribute; `nil` if there is none.
        subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    enum Token {
        case tag(Tag)
        /// A text with references resolved.
        case text(String)
    }

    /// The most tags without an end that are searched for theirs.
    private static let mostUnclosed = 64

    private let bytes: [UInt8]
    private var at = 0
    private var unclosed = 0

    init(_ html: some StringProtocol) { bytes = Array(html.utf8) }

    /// Returns the next tag or text; `nil` at the end. Comments are left out.
    mutating func next() -> Token? {
        while at < bytes.count {
            if bytes[at] == .lessThan, let tag = tag() { return .tag(tag) }
            if bytes[at] == .lessThan, skipComment() { continue }
            return .text(text())
        }
        return nil
    }

    /// Reads text up to the next `<`; one here is its first character.
    private mutating func text() -> String {
        let start = at
        at += 1
        while at < bytes.count, bytes[at] != .lessThan { at += 1 }
        return resolved(start..<at)
    }

    private func resolved(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        var place = range.lowerBound
        var start = place
        while place < range.upperBound {
            guard bytes[place] == .ampersand, let found = CharacterReference.read(bytes.span, at: place),
                found.next <= range.upperBound
            else {
                place += 1
                continue
            }
            text += String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars
            text.append(found.scalar)
            (place, start) = (found.next, found.next)
        }
        return String(text + String(decoding: bytes[start..<range.upperBound], as: UTF8.self).unicodeScalars)
    }

    /// Skips a comment or declaration; returns `false` if none begins here.
    private mutating func skipComment() -> Bool {
        guard at + 1 < bytes.count, bytes[at + 1] == .exclamationMark || bytes[at + 1] == .questionMark,
            unclosed < MarkupTokens.mostUnclosed
        else { return false }
        let mark = bytes[at...].starts(with: "<!--".utf8) ? Array("-->".utf8) : [.greaterThan]
        guard let end = bytes.indices[at...].first(where: { bytes[$0...].starts(with: mark) }) else {
            unclosed += 1
            return false
        }
        at = end + mark.count
        return true
    }

    /// Reads a tag; `nil`, with the place unchanged, if none begins here.
    private mutating func tag() -> Tag? {
        let start = at
        at += 1
        let isEnd = at < bytes.count && bytes[at] == .slash
        if isEnd { at += 1 }
        guard at < bytes.count, bytes[at].isLetter, unclosed < MarkupTokens.mostUnclosed else {
            at = start
            return nil
        }
        var tag = Tag(name: word(), isEnd: isEnd)
        while let attribute = attribute() { tag.attributes.append(attribute) }
        guard at < bytes.count, bytes[at] == .greaterThan else {
            unclosed += 1
            at = start
            return nil
        }
        at += 1
        return tag
    }

    /// Reads an attribute; `nil` at the end of the tag.
    private mutating func attribute() -> (name: String, value: String)? {
        while at < bytes.count, bytes[at].isWhitespace || bytes[at] == .slash { at += 1 }
        let name = word()
        guard !name.isEmpty else { return nil }
        guard at + 1 < bytes.count, bytes[at] == .equals else { return (name, "") }
        let quote = bytes[at + 1]
        guard quote == .quote || quote == .apostrophe,
            let end = bytes[(at + 2)...].firstIndex(of: quote)
        else { return nil }
        let value = resolved(at + 2..<end)
        at = end + 1
        return (name, value)
    }

    private mutating func word() -> String {
        let start = at
        while at < bytes.count, !bytes[at].isWhitespace, bytes[at] != .greaterThan, bytes[at] != .slash,
            bytes[at] != .equals, bytes[at] != .lessThan, bytes[at] != .quote
        {
            at += 1
        }
        return String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    }
}
