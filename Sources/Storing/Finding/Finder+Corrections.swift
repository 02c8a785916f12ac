import Records

extension Finder {
    /// The lengths of words that are corrected: most shorter ones are one edit from many others, and longer
    /// ones have too many edits to look up.
    private static let lengths = 4...24
    /// The maximum number of words that are corrected.
    private static let mostWords = 4
    /// The maximum number of alternatives for a word.
    private static let most = 4

    /// Returns the words with those that no record contains replaced by similar ones that records contain: by
    /// the most frequent words that differ by one letter inserted, deleted, replaced or transposed.
    ///
    /// - Parameter words: The words, of which some may be misspelt.
    /// - Returns: The corrected words; `nil` if no word can be corrected.
    /// - Throws: `StoreError` if the index cannot be read.
    public func corrected(_ words: Words) throws(StoreError) -> Words? {
        try reading { () throws(StoreError) -> Words? in
            let vocabulary = try Vocabulary(reader.connection)
            var alternatives: [[String]] = []
            var rest = Finder.mostWords
            for word in words.words {
                var similar: [String] = []
                if rest > 0, Finder.lengths.contains(word.unicodeScalars.count),
                    try !vocabulary.hasPrefix(word)
                {
                    rest -= 1
                    similar = try vocabulary.words(similarTo: word, limit: Finder.most)
                }
                alternatives.append(similar.isEmpty ? [word] : similar)
            }
            guard alternatives != words.alternatives else { return nil }
            return Words(words.words, alternatives: alternatives)
        }
    }
}

/// The words of the index.
///
/// Source: SQLite, fts5.html, "The fts5vocab Virtual Table Module".
private final class Vocabulary {
    private let frequency: Statement
    private let after: Statement

    init(_ connection: Connection) throws(StoreError) {
        // A table of the connection: the file is read-only here, and needs no further schema.
        try connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, word, row)")
        frequency = try connection.prepare("SELECT doc FROM temp.vocabulary WHERE term = ?")
        after = try connection.prepare("SELECT term FROM temp.vocabulary WHERE term >= ? LIMIT 1")
    }

    /// Whether a word begins with this text.
    func hasPrefix(_ text: String) throws(StoreError) -> Bool {
        try after.first(.text(text)) { $0.text(0) ?? "" }?.utf8.starts(with: text.utf8) ?? false
    }

    /// Returns the words that are one edit from a word, the most frequent first; without any, the edits with
    /// which words begin.
    ///
    /// The edits are looked up in the order of the index. What a lookup finds is the next word, so that all
    /// edits before it need no other lookup.
    func words(similarTo word: String, limit: Int) throws(StoreError) -> [String] {
        var found: [(word: String, count: Int64, rank: Int)] = []
        var begun: [(word: String, rank: Int)] = []
        var next = ""
        for (rank, edit) in Edits(of: word).all.enumerated().sorted(by: { $0.element.precedes($1.element) }) {
            if next.precedes(edit) {
                guard let term = try after.first(.text(edit), read: { $0.text(0) ?? "" }) else { break }
                next = term
            }
            guard next.utf8.starts(with: edit.utf8) else { continue }
            if next.utf8.count == edit.utf8.count {
                found.append((edit, try frequency.first(.text(edit)) { $0.int(0) } ?? 0, rank))
            } else if edit.utf8.count > 4 {
                begun.append((edit, rank))
            }
        }
        let words = found.sorted { ($1.count, $0.rank) < ($0.count, $1.rank) }.map(\.word)
        let beginnings = begun.sorted { $0.rank < $1.rank }.map(\.word)
        return Array((words.isEmpty ? beginnings : words).prefix(limit))
    }
}

/// The texts that are one insertion, deletion, replacement or transposition of neighbours from a word.
private struct Edits {
    private let letters: [Unicode.Scalar]
    /// The letters and digits without accents, as the index has them, and those of the word.
    private let alphabet: [Unicode.Scalar]

    init(of word: String) {
        letters = Array(word.unicodeScalars)
        let plain = "abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars
        alphabet = Array(plain) + Set(letters).subtracting(plain).sorted()
    }

    /// The texts, transpositions first, without the word itself.
    var all: [String] {
        var seen: Set = [text(letters)]
        return (transposed + deleted + replaced + inserted).map(text).filter { seen.insert($0).inserted }
    }

    private var transposed: [[Unicode.Scalar]] {
        letters.indices.dropLast().map { place in
            var edit = letters
            edit.swapAt(place, place + 1)
            return edit
        }
    }

    private var deleted: [[Unicode.Scalar]] {
        letters.indices.map { place in
            var edit = letters
            edit.remove(at: place)
            return edit
        }
    }

    private var replaced: [[Unicode.Scalar]] {
        letters.indices.flatMap { place in
            alphabet.map { letter in
                var edit = letters
                edit[place] = letter
                return edit
            }
        }
    }

    private var inserted: [[Unicode.Scalar]] {
        (0...letters.count).flatMap { place in
            alphabet.map { letter in
                var edit = letters
                edit.insert(letter, at: place)
                return edit
            }
        }
    }

    private func text(_ letters: [Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView(letters))
    }
}
