extension Condition {
    /// Reads a condition: `FIELD COMPARISON VALUE`, `FIELD in [VALUE, …]`. Names and values that hold blanks at
    /// their ends, commas or signs stand in double quotes, in which `\` takes the next character as it is.
    ///
    /// - Throws: When a field, a comparison or a value is missing.
    public init(_ text: String) throws(ConditionError) {
        var reader = ConditionReader(text)
        let field = reader.field()
        guard !field.isEmpty else { throw ConditionError(text, "names no field") }
        guard let comparison = reader.comparison() else {
            throw ConditionError(text, "has no comparison (= != < <= > >= ~ in, not in)")
        }
        let isList = comparison == .within || comparison == .notWithin
        guard let values = isList ? reader.list() : reader.single(), !values.isEmpty else {
            throw ConditionError(text, isList ? "needs a list such as [a, b]" : "has no value")
        }
        self.init(FieldPath(field), comparison, values)
    }
}

private struct ConditionReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// What stands before the comparison.
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
        guard take(0x5B) else { return nil }
        var values: [String] = []
        repeat {
            skipBlanks()
            if let quoted = quoted() {
                values.append(quoted)
            } else {
                let start = at
                while at < bytes.count, bytes[at] != 0x2C, bytes[at] != 0x5D { at += 1 }
                values.append(trimmed(bytes[start..<at]))
            }
            skipBlanks()
        } while take(0x2C)
        return take(0x5D) && isAtEnd && !values.contains("") ? values : nil
    }

    private var isAtEnd: Bool { bytes[at...].allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Whether a word stands here between a blank and a blank or bracket.
    private func isAtWord(_ word: String) -> Bool {
        guard at > 0, bytes[at - 1] == 0x20, bytes[at...].starts(with: word.utf8) else { return false }
        let end = at + word.utf8.count
        return end < bytes.count && (bytes[end] == 0x20 || bytes[end] == 0x5B)
    }

    /// A text in double quotes; `nil` when none begins here or it does not end.
    private mutating func quoted() -> String? {
        guard at < bytes.count, bytes[at] == 0x22 else { return nil }
        var (text, next): ([UInt8], Int) = ([], at + 1)
        while next < bytes.count, bytes[next] != 0x22 {
            if bytes[next] == 0x5C, next + 1 < bytes.count { next += 1 }
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
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    }

    private func trimmed(_ part: ArraySlice<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = part.firstIndex(where: { !isBlank($0) }),
            let last = part.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: part[first...last], as: UTF8.self)
    }
}
