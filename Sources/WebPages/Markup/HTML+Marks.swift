/// The words of a search, which mark what they match in a text.
struct SearchMarks {
    /// The words in lower case.
    private let words: [String]

    /// Makes the marks of a query, whose words match the beginnings of words in any case.
    init(_ query: String) {
        words = query.lowercased().split { !$0.isOfWord }.map(String.init)
    }

    /// Returns the parts of a text, and whether each is a word that a word of the query begins.
    func parts(of text: String) -> [(text: Substring, isMatch: Bool)] {
        var parts: [(text: Substring, isMatch: Bool)] = []
        var plain = text.startIndex
        var rest = text[...]
        while let start = rest.firstIndex(where: \.isOfWord) {
            let end = rest[start...].firstIndex { !$0.isOfWord } ?? rest.endIndex
            let word = text[start..<end].lowercased()
            if words.contains(where: word.hasPrefix) {
                if plain < start { parts.append((text[plain..<start], false)) }
                parts.append((text[start..<end], true))
                plain = end
            }
            rest = rest[end...]
        }
        if plain < text.endIndex { parts.append((text[plain...], false)) }
        return parts
    }
}

extension HTML {
    /// Adds a text in which the matches of a search are marked.
    mutating func add(text: String, marking marks: SearchMarks) {
        for part in marks.parts(of: text) {
            if part.isMatch { add("mark", text: part.text) } else { add(text: part.text) }
        }
    }
}

extension Character {
    /// Whether it belongs to a word, which the index of words separates from others.
    fileprivate var isOfWord: Bool { isLetter || isNumber }
}
