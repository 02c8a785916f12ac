extension Condition {
    /// Parses a condition: `FIELD COMPARISON VALUE` or `FIELD in [VALUE, …]`. A name or value with a leading
    /// or trailing blank, a comma or a comparison sign must be in double quotes, where `\` escapes the next
    /// character.
    ///
    /// - Throws: `ConditionError` if the field, the comparison or the value is missing.
    public init(_ text: String) throws(ConditionError) {
        var reader = ConditionReader(text)
        let field = reader.field()
        guard !field.isEmpty else { throw ConditionError(text, reason: "names no field") }
        guard let comparison = reader.comparison() else {
            throw ConditionError(text, reason: "has no comparison (= != < <= > >= ~ in, not in)")
        }
        let isList = comparison == .within || comparison == .notWithin
        guard let values = isList ? reader.list() : reader.single(), !values.isEmpty else {
            throw ConditionError(text, reason: isList ? "needs a list such as [a, b]" : "has no value")
        }
        self.init(FieldPath(field), comparison, values)
    }
}

private struct ConditionReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the text before the comparison.
    mutating func field() -> String {
        skipBlanks()
        if let quoted = quoted() { return quoted }
        let start = at
        while at < bytes.count, !"=!<>~".utf8.contains(bytes[at]), !isAtWord("in"), !isAtWord("not in") {
            at += 1
        }
        return trimmed(bytes[start..<at])
    }

    mutating func comparison() -> Condition.Comparison? {
        skipBlanks()
        let signs: [(String, Condition.Comparison)] = [
            ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("!=", .notEqual), ("==", .equal), ("=", .equal),
            ("<", .less), (">", .greater), ("~", .like), ("not in", .notWithin), ("in", .within),
        ]
        for (sign, comparison) in signs where bytes[at...].starts(with: sign.utf8) {
            at += sign.utf8.count
            return comparison
        }
        return nil
    }

    mutating func single() -> [String]? {
        skipBlanks()
        if let quoted = quoted() { return isAtEnd ? [quoted] : nil }
        let text = trimmed(bytes[at...])
        return text.isEmpty ? nil : [text]
    }

    mutating func list() -> [String]? {
        skipBlanks()
        guard take(.leftBracket) else { return nil }
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
            skipBlanks()
        } while take(.comma)
        return take(.rightBracket) && isAtEnd && !values.contains("") ? values : nil
    }

    private var isAtEnd: Bool { bytes[at...].allSatisfy(\.isBlank) }

    /// Whether a word begins here, between a space and a space or bracket.
    private func isAtWord(_ word: String) -> Bool {
        guard at > 0, bytes[at - 1] == .space, bytes[at...].starts(with: word.utf8) else { return false }
        let end = at + word.utf8.count
        return end < bytes.count && (bytes[end] == .space || bytes[end] == .leftBracket)
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

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
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
