import Records

/// The addresses of the web in a text without markup.
enum TextAddress {
    private static let schemes = ["http://", "https://"]
    /// The characters that end an address, besides blanks.
    private static let ends: Set<Character> = [
        "<", ">", "\"", "`", "{", "}", "|", "\\", "^", "“", "”", "„", "«", "»", "「", "」", "（", "）", "，", "。",
        "、",
    ]
    /// The signs at the end of an address that belong to the sentence.
    private static let punctuation: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "'", "’", "*", "_", "…", ")", "]",
    ]

    /// Returns the place of the first address; `nil` if there is none.
    static func first(in text: Substring) -> Range<Substring.Index>? {
        var place = text.startIndex
        while let start = text[place...].firstIndex(of: "h") {
            let scheme = schemes.first { text[start...].utf8.starts(with: $0.utf8) }
            if let scheme, !follows(start, in: text) {
                let host = text.utf8.index(start, offsetBy: scheme.utf8.count)
                let end = end(of: text[start...])
                if end > host { return start..<end }
            }
            place = text.index(after: start)
        }
        return nil
    }

    /// Whether a letter or digit of ASCII stands before a place, so that no word begins there.
    private static func follows(_ place: Substring.Index, in text: Substring) -> Bool {
        place > text.startIndex && text[text.index(before: place)].isASCIILetterOrDigit
    }

    /// Returns the end of the address that a text begins with, without the signs of the sentence around it.
    private static func end(of text: Substring) -> Substring.Index {
        var address = text.prefix { !$0.isWhitespace && !ends.contains($0) }
        while let last = address.last, punctuation.contains(last), !closes(last, in: address) {
            address.removeLast()
        }
        return address.endIndex
    }

    /// Whether a bracket at the end closes one in the address, such as that of `Name_(disambiguation)`.
    private static func closes(_ last: Character, in address: Substring) -> Bool {
        guard let opening: Character = last == ")" ? "(" : last == "]" ? "[" : nil else { return false }
        return address.count { $0 == opening } >= address.count { $0 == last }
    }
}

extension Character {
    fileprivate var isASCIILetterOrDigit: Bool { asciiValue?.isLetterOrDigit ?? false }
}
