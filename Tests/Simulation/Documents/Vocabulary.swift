/// The words of invented records.
nonisolated enum Vocabulary {
    /// The characters that an encoding permits.
    enum Repertoire {
        /// The characters of windows-1252.
        case western
        case unicode
    }

    private static let western = [
        "harbour", "Zürich", "café", "Örebro", "señor", "north", "clinic", "St Mary’s", "Ångström", "naïve",
        "£5", "river", "School", "garçon", "50%", "A&E", "of", "the", "fjord", "Éire", "price – low", "€20",
    ]
    private static let unicode = [
        "東京", "Москва", "Łódź", "🛩️", "Αθήνα", "שלום", "नमस्ते", "e\u{301}clair", "👩‍👩‍👧", "œuvre", "\u{200B}zero",
    ]
    private static let awkwardKeys = [
        "a b", "a/b", "100%", "%2F", "\"quoted\"", "it's", "a,b", "a;b", "x=1&y=2", "#7", "<tag>",
        "back\\slash",
        "..", "/", "über", "ends-in/", "tilde~0", "[0]", "{}", "NULL", "-1", "0x10", "*", "?",
    ]
    private static let unicodeKeys = ["キー", "ключ", "cle\u{301}", "🔑", "\u{202E}right", "Straße 東"]

    /// Returns a word.
    static func word(_ repertoire: Repertoire, _ chance: inout Chance) -> String {
        repertoire == .unicode && chance.isTrue(0.3) ? chance.pick(unicode) : chance.pick(western)
    }

    /// Returns a few words, or, rarely, some hundred.
    static func text(_ repertoire: Repertoire, _ chance: inout Chance) -> String {
        let count = chance.isTrue(0.03) ? 100 + chance.below(400) : 1 + chance.below(6)
        var words: [String] = []
        for _ in 0..<count { words.append(word(repertoire, &chance)) }
        return words.joined(separator: " ")
    }

    /// Returns a key that a list does not contain: a plain one, or one that is easily mistreated.
    static func key(_ repertoire: Repertoire, besides taken: [String], _ chance: inout Chance) -> String {
        while true {
            let candidate = key(repertoire, &chance)
            // Canonically equivalent keys would be one key of a dictionary.
            if !taken.contains(candidate) { return candidate }
        }
    }

    private static func key(_ repertoire: Repertoire, _ chance: inout Chance) -> String {
        switch chance.below(10) {
        case 0: chance.pick(awkwardKeys)
        case 1: repertoire == .unicode ? chance.pick(unicodeKeys) : chance.pick(awkwardKeys)
        case 2: "K \(chance.below(1000))/\(chance.below(10))"
        default: "R\(10_000 + chance.below(90_000))"
        }
    }
}
