import Decoding
import Records

/// What the comment of a test feed says should come of it, in the words of the reader it was written for:
/// `not bozo and entries[0]['title'] == 'x'`.
struct FeedExpectation {
    /// What something should be.
    enum Value: Equatable {
        case text(String)
        /// Year, month, day, hour, minute, second.
        case moment([Int])
    }

    /// What came of a comment.
    enum Verdict: Hashable {
        case agrees
        case differs
        /// It speaks of something that is not kept, for the reason given.
        case untold(String)
    }

    /// The names on the way to a field, and what should be there.
    struct Clause {
        let path: [String]
        let value: Value
    }

    /// What must all hold; empty when the feed must only be read.
    let clauses: [Clause]

    /// Reads the comment of a feed; `nil` when it has none, or one of another form.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.range(of: "Expect:"), let end = text.range(of: "-->", from: start) else {
            return nil
        }
        var rest = text[start..<end].trimmingWhitespace
        if rest.hasPrefix("not bozo") { rest = rest.dropFirst(8).trimmingWhitespace }
        if rest.isEmpty || rest == "1" {
            clauses = []
            return
        }
        var clauses: [Clause] = []
        while !rest.isEmpty {
            if rest.hasPrefix("and ") { rest = rest.dropFirst(4).trimmingWhitespace }
            guard let clause = FeedExpectation.clause(&rest) else { return nil }
            clauses.append(clause)
        }
        self.clauses = clauses
    }

    /// Reads `PATH == VALUE`, perhaps in parentheses.
    private static func clause(_ rest: inout Substring) -> Clause? {
        let isEnclosed = rest.hasPrefix("(")
        if isEnclosed { rest = rest.dropFirst() }
        let path = path(&rest)
        rest = rest.trimmingWhitespace
        guard !path.isEmpty, rest.hasPrefix("==") else { return nil }
        rest = rest.dropFirst(2).trimmingWhitespace
        guard let value = text(&rest) ?? moment(&rest) else { return nil }
        if isEnclosed {
            guard rest.hasPrefix(")") else { return nil }
            rest = rest.dropFirst()
        }
        rest = rest.trimmingWhitespace
        return Clause(path: path, value: value)
    }

    /// Reads `entries[0]['tags'][1].term` as its names and numbers.
    private static func path(_ rest: inout Substring) -> [String] {
        var names: [String] = []
        var name = ""
        while let letter = rest.first, letter.isLetter || letter.isNumber || "_[]'.".contains(letter) {
            if "[]'.".contains(letter) {
                if !name.isEmpty { names.append(name) }
                name = ""
            } else {
                name.append(letter)
            }
            rest.removeFirst()
        }
        return name.isEmpty ? names : names + [name]
    }

    /// Reads a text in quotes, with `\x`, `\u` and `\n`.
    private static func text(_ rest: inout Substring) -> Value? {
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        rest.removeFirst()
        var text = ""
        while let letter = rest.first, letter != quote {
            rest.removeFirst()
            guard letter == "\\", let escaped = rest.popFirst() else {
                text.append(letter)
                continue
            }
            let digits = ["x": 2, "u": 4, "U": 8][escaped] ?? 0
            if digits > 0, let code = UInt32(rest.prefix(digits), radix: 16),
                let scalar = Unicode.Scalar(code)
            {
                text.unicodeScalars.append(scalar)
                rest = rest.dropFirst(digits)
            } else {
                text.append(escaped == "n" ? "\n" : escaped)
            }
        }
        guard rest.popFirst() == quote else { return nil }
        return .text(text)
    }

    /// Reads `(2003, 12, 31, 10, 14, 55, 2, 365, 0)`.
    private static func moment(_ rest: inout Substring) -> Value? {
        guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
        let numbers = rest[rest.startIndex..<end].dropFirst().split(separator: ",")
            .map { Int($0.trimmingWhitespace) }
        rest = rest[rest.index(after: end)...]
        guard numbers.count == 9, !numbers.contains(nil) else { return nil }
        return .moment(numbers.prefix(6).compactMap { $0 })
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    fileprivate var trimmingWhitespace: SubSequence {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return self[start..<Swift.max(start, end)]
    }
}

extension String {
    /// Where behind some words the text goes on.
    fileprivate func range(of words: String) -> Index? {
        indices.first { self[$0...].hasPrefix(words) }.map { index($0, offsetBy: words.count) }
    }

    /// Where some words begin behind a place.
    fileprivate func range(of words: String, from start: Index) -> Index? {
        self[start...].indices.first { self[$0...].hasPrefix(words) }
    }
}
