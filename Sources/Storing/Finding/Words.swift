/// The words of a search query, each of which matches whole words and prefixes.
///
/// Characters between words are ignored, so that nothing in a query is ever interpreted as SQLite syntax.
public struct Words: Hashable, Sendable {
    /// The maximum number of words that are used.
    public static let maximum = 16
    /// The maximum number of Unicode scalars of a word that are used.
    public static let maximumLength = 64

    /// The words in order; none when the text contains no letter or digit.
    public let words: [String]
    /// For each word, the words of which one must match; the word itself unless it was corrected.
    let alternatives: [[String]]

    /// Extracts the words from a text.
    public init(_ text: String) {
        words = text.folded.unicodeScalars.split(maxSplits: .max) { !$0.isOfWord }.prefix(Words.maximum)
            .map { String(String.UnicodeScalarView($0.prefix(Words.maximumLength))) }
        alternatives = words.map { [$0] }
    }

    /// Creates words of which some were corrected.
    init(_ words: [String], alternatives: [[String]]) {
        self.words = words
        self.alternatives = alternatives
    }

    /// Whether there are no words.
    public var isEmpty: Bool { words.isEmpty }
}

extension Words {
    /// Returns the queries to the index, best matches first; no query repeats a match of a previous one.
    ///
    /// - Parameter isOfNames: Whether to search only titles and keys.
    /// - Returns: FTS5 expressions.
    func questions(isOfNames: Bool) -> [String] {
        let named = "name : \(whole)"
        let ofNames = ["\(named)", "\(begunNames) NOT \(named)"]
        if isOfNames { return ofNames }
        return ofNames + [
            "\(anywhere(whole)) NOT \(begunNames)",
            "\(anywhere(begun)) NOT (\(begunNames) OR \(anywhere(whole)))",
        ]
    }

    /// Returns the query to the index whose matches are those of all `questions`.
    ///
    /// - Parameter isOfNames: Whether to search only titles and keys.
    /// - Returns: An FTS5 expression.
    func question(isOfNames: Bool) -> String { isOfNames ? begunNames : anywhere(begun) }

    private var whole: String { joined { "\"\($0)\"" } }

    private var begun: String { joined { "\"\($0)\"*" } }

    /// The expression for names with words that begin so: the beginnings up to two letters are words.
    private var begunNames: String {
        joined { $0.isBeginning ? "beginning : \"\($0)\"" : "name : \"\($0)\"*" }
    }

    private func anywhere(_ expression: String) -> String { "{name body} : \(expression)" }

    /// Returns the expression that one alternative of each word must match.
    private func joined(_ term: (String) -> String) -> String {
        let terms = alternatives.map { words in
            words.count == 1 ? term(words[0]) : "(" + words.map(term).joined(separator: " OR ") + ")"
        }
        return "(" + terms.joined(separator: " AND ") + ")"
    }
}

extension String {
    /// Whether a word is one of the beginnings that are indexed.
    fileprivate var isBeginning: Bool { unicodeScalars.lazy.filter { !$0.isAccent }.prefix(3).count <= 2 }
}

extension Unicode.Scalar {
    /// Whether the scalar is part of a word: a letter, a digit or a mark on one.
    ///
    /// Source: SQLite, fts5.html §4.3.1; a word that FTS5 itself would split becomes a phrase.
    var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
            .privateUse:
            true
        default: false
        }
    }
}
