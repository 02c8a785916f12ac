import Decoding
import Records

/// The expectation in the comment of a test feed, in the notation of the reader it was written for: `not bozo
/// and entries[0]['title'] == 'x'`.
struct FeedExpectation {
    /// An expected value.
    enum Value: Equatable {
        case text(String)
        /// The year, month, day, hour, minute and second.
        case moment([Int])
    }

    /// The result of checking a comment.
    enum Verdict: Hashable {
        case agrees
        case differs
        /// The comment concerns something that is not stored, for the given reason.
        case untold(String)
    }

    /// The names on the path to a field, and its expected value.
    struct Clause {
        let path: [String]
        let value: Value
    }

    /// The clauses that must all hold; empty if the feed must only be readable.
    let clauses: [Clause]

    /// Parses the comment of a feed; `nil` if it has none, or one of another form.
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

    /// Parses `PATH == VALUE`, optionally in parentheses.
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

    /// Parses `entries[0]['tags'][1].term` into its names and numbers.
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

    /// Parses a quoted text with `\x`, `\u` and `\n`.
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

    /// Parses `(2003, 12, 31, 10, 14, 55, 2, 365, 0)`.
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
    /// Returns the index after some words.
    fileprivate func range(of words: String) -> Index? {
        indices.first { self[$0...].hasPrefix(words) }.map { index($0, offsetBy: words.count) }
    }

    /// Returns the index of some words after a place.
    fileprivate func range(of words: String, from start: Index) -> Index? {
        self[start...].indices.first { self[$0...].hasPrefix(words) }
    }
}
