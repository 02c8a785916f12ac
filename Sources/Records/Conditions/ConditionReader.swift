/// Reads the names, signs, values and words of a condition.
///
/// A value without quotes ends before `and` or `or` only where a comparison follows, so that
/// `Title = Bed and Breakfast` needs no quotes.
///
/// - Complexity: O(n) for the whole text, because looking ahead from a word stops at the next one.
struct ConditionReader {
    /// The number of enclosing parentheses and `not`.
    var depth = 0
    /// The number of enclosing parentheses.
    var groups = 0
    /// The start of the part that an error quotes.
    var part = 0
    /// Whether a value without quotes, outside of parentheses, contains a closing one without its opening
    /// one.
    private(set) var hasStrayParenthesis = false
    /// Whether the last value, without quotes, ends with `and` or `or`, or has a condition after a
    /// parenthesis that is not closed.
    private(set) var isAmbiguous = false

    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Whether only blanks follow.
    var isAtEnd: Bool { bytes[at...].allSatisfy(\.isBlank) }

    /// Starts the part that an error quotes.
    mutating func startPart() {
        skipBlanks()
        part = at
    }

    /// Returns an error about the text from the current part on.
    func error(_ reason: String) -> ConditionError {
        let text = trimmed(bytes[part...])
        return ConditionError(text.isEmpty ? trimmed(bytes[...]) : text, reason: reason)
    }

    /// Consumes a byte after blanks, if it comes next.
    mutating func consume(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// Consumes a word after blanks, if it comes next.
    mutating func consume(word: String) -> Bool {
        skipBlanks()
        guard isAt(word: word) else { return false }
        at += word.utf8.count
        return true
    }

    /// Consumes `not`, unless it is the name of a field.
    mutating func consumeNot() -> Bool {
        var ahead = self
        guard ahead.consume(word: "not") else { return false }
        ahead.skipBlanks()
        guard !ahead.isAtComparison else { return false }
        at = ahead.at
        return true
    }

    /// Consumes `exists`, if it comes next.
    mutating func consumeExists() -> Bool {
        skipBlanks()
        return isAtExists && consume(word: "exists")
    }

    /// Returns the text before the comparison.
    mutating func field() -> String {
        skipBlanks()
        if let quoted = quoted() { return quoted }
        let start = at
        var open = 0
        while at < bytes.count, !isAtSignByte, at == start || !isAfterBlank || !isAtWordOfComparison {
            if bytes[at] == .leftParenthesis { open += 1 }
            if bytes[at] == .rightParenthesis { open -= 1 }
            if open < 0, groups > 0 { break }
            at += 1
        }
        return trimmed(bytes[start..<at])
    }

    /// Consumes the sign that follows a field.
    mutating func sign() -> FieldComparison.Sign? {
        skipBlanks()
        guard let sign = listSign ?? shortSign else { return nil }
        at += sign == .equal && bytes[at...].starts(with: "==".utf8) ? 2 : sign.rawValue.utf8.count
        return sign
    }

    /// Returns the single value of a comparison; `nil` if there is none.
    mutating func single() -> [String]? {
        skipBlanks()
        if let quoted = quoted() { return endsComparison ? [quoted] : nil }
        let text = plain()
        return text.isEmpty ? nil : [text]
    }

    /// Returns the elements of a list in brackets; `nil` if it is not one.
    mutating func list() -> [String]? {
        guard consume(.leftBracket) else { return nil }
        var values: [String] = []
        repeat {
            skipBlanks()
            if let quoted = quoted() {
                values.append(quoted)
            } else {
                let start = at
                while at < bytes.count, bytes[at] != .comma, bytes[at] != .rightBracket { at += 1 }
                values.append(trimmed(bytes[start..<at]))
            }
        } while consume(.comma)
        return consume(.rightBracket) && endsComparison && !values.contains("") ? values : nil
    }
}

extension ConditionReader {
    /// Returns a value without quotes.
    private mutating func plain() -> String {
        let start = at
        var open = 0
        var hidesCondition = false
        while at < bytes.count {
            if at > start, isAfterBlank, isAtJoint {
                let leads = leadsToComparison
                if leads, open == 0 { break }
                hidesCondition = hidesCondition || leads
                isAmbiguous = isAmbiguous || isAtLastWord
            }
            if bytes[at] == .leftParenthesis { open += 1 }
            if bytes[at] == .rightParenthesis {
                if open == 0, groups > 0 { break }
                hasStrayParenthesis = hasStrayParenthesis || open == 0
                open = max(0, open - 1)
            }
            at += 1
        }
        isAmbiguous = isAmbiguous || hidesCondition && open > 0
        return trimmed(bytes[start..<at])
    }

    /// Returns a text in double quotes; `nil` if none begins here or the closing quote is missing.
    private mutating func quoted() -> String? {
        guard at < bytes.count, bytes[at] == .quote else { return nil }
        var text: [UInt8] = []
        var next = at + 1
        while next < bytes.count, bytes[next] != .quote {
            if bytes[next] == .backslash, next + 1 < bytes.count { next += 1 }
            text.append(bytes[next])
            next += 1
        }
        guard next < bytes.count else { return nil }
        at = next + 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while at < bytes.count, bytes[at].isBlank { at += 1 }
    }

    private func trimmed(_ part: ArraySlice<UInt8>) -> String {
        guard let first = part.firstIndex(where: { !$0.isBlank }),
            let last = part.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(decoding: part[first...last], as: UTF8.self)
    }
}

/// Tests of the text ahead, which read nothing; only `endsComparison` skips blanks first.
extension ConditionReader {
    /// Whether a comparison or a test for existence follows the word `and` or `or` here, before the next one.
    private var leadsToComparison: Bool {
        var ahead = self
        guard ahead.consume(word: "and") || ahead.consume(word: "or") else { return false }
        while ahead.consume(.leftParenthesis) || ahead.consumeNot() {}
        if ahead.quoted() != nil {
            ahead.skipBlanks()
            return ahead.isAtComparison
        }
        let start = ahead.at
        var open = 0
        while ahead.at < bytes.count, open >= 0, !ahead.isAtSignByte {
            if ahead.at > start, ahead.isAfterBlank, ahead.isAtWordOfComparison { return true }
            if ahead.isAfterBlank, ahead.isAtJoint { return false }
            if bytes[ahead.at] == .leftParenthesis { open += 1 }
            if bytes[ahead.at] == .rightParenthesis { open -= 1 }
            ahead.at += 1
        }
        return ahead.at > start && ahead.shortSign != nil
    }

    /// Whether nothing follows the word here, in the text or in its group.
    private var isAtLastWord: Bool {
        var ahead = self
        guard ahead.consume(word: "and") || ahead.consume(word: "or") else { return false }
        return ahead.isAtEnd || groups > 0 && ahead.consume(.rightParenthesis)
    }

    /// Whether a comparison ends here, before blanks.
    private var endsComparison: Bool {
        var ahead = self
        ahead.skipBlanks()
        return ahead.isAtEnd || ahead.isAtJoint || groups > 0 && bytes[ahead.at] == .rightParenthesis
    }

    private var isAfterBlank: Bool { at > 0 && bytes[at - 1].isBlank }

    private var isAtSignByte: Bool { at < bytes.count && "=!<>~".utf8.contains(bytes[at]) }

    private var isAtComparison: Bool { shortSign != nil || isAtWordOfComparison }

    private var isAtWordOfComparison: Bool { listSign != nil || isAtExists }

    private var isAtJoint: Bool { isAt(word: "and") || isAt(word: "or") }

    private var shortSign: FieldComparison.Sign? {
        let signs: [FieldComparison.Sign] = [
            .lessOrEqual, .greaterOrEqual, .notEqual, .equal, .less, .greater, .like,
        ]
        return signs.first { bytes[at...].starts(with: $0.rawValue.utf8) }
    }

    private var listSign: FieldComparison.Sign? {
        [.within, .notWithin].first { sign in
            let end = at + sign.rawValue.utf8.count
            return isAt(sign.rawValue) && end < bytes.count
                && (bytes[end].isBlank || bytes[end] == .leftBracket)
        }
    }

    /// Whether `exists` comes next and ends a condition; otherwise it is part of a name.
    private var isAtExists: Bool {
        var ahead = self
        return ahead.consume(word: "exists") && (ahead.endsComparison || ahead.isAtClosing)
    }

    private var isAtClosing: Bool {
        var ahead = self
        return ahead.consume(.rightParenthesis)
    }

    /// Whether a word comes next, in either case, and a blank, a parenthesis, a quote or the end follows it.
    private func isAt(word: String) -> Bool {
        let end = at + word.utf8.count
        return isAt(word) && (end == bytes.count || bytes[end].isBlank || "()\"".utf8.contains(bytes[end]))
    }

    private func isAt(_ text: String) -> Bool {
        let end = at + text.utf8.count
        return end <= bytes.count && bytes[at..<end].elementsEqual(text.utf8) { $0.lowercased == $1 }
    }
}
