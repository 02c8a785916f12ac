/// The words of a question, each to be found as it is or as the beginning of a longer one.
///
/// Whatever stands between words is left out: nothing of a question is ever taken for syntax of SQLite's.
public struct Words: Hashable, Sendable {
    /// How many words of a question count.
    public static let maximum = 16
    /// How many Unicode scalars of a word count.
    public static let maximumLength = 64

    /// The words, in their order; none when there is neither letter nor digit.
    public let words: [String]

    /// Takes the words out of a text.
    public init(_ text: String) {
        words = text.folded.unicodeScalars.split(maxSplits: .max) { !$0.isOfWord }.prefix(Words.maximum)
            .map { String(String.UnicodeScalarView($0.prefix(Words.maximumLength))) }
    }

    /// Whether there is nothing to find.
    public var isEmpty: Bool { words.isEmpty }
}

extension Words {
    /// The questions to the index, the one that finds the best first; none finds what one before it does.
    ///
    /// - Parameter isOfNames: Whether only titles and keys count.
    /// - Returns: Expressions of FTS5.
    func questions(isOfNames: Bool) -> [String] {
        let whole = "(" + words.map { "\"\($0)\"" }.joined(separator: " AND ") + ")"
        let begun = "(" + words.map { "\"\($0)\"*" }.joined(separator: " AND ") + ")"
        let (named, begunNames) = ("({title key} : \(whole))", "({title key} : \(begun))")
        let ofNames = [named, "\(begunNames) NOT \(named)"]
        if isOfNames { return ofNames }
        return ofNames + ["\(whole) NOT \(begunNames)", "\(begun) NOT (\(begunNames) OR \(whole))"]
    }
}

extension Unicode.Scalar {
    /// Whether it is part of a word: a letter, a digit, or a mark on one.
    ///
    /// Source: SQLite, fts5.html §4.3.1; what it takes for a separator nevertheless makes a phrase.
    fileprivate var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
            .privateUse:
            true
        default: false
        }
    }
}
