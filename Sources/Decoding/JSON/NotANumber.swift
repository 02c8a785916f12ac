package import Records

/// Words in the place of numbers that programs write although JSON has none of them: `NaN`, `-Infinity`.
///
/// Source: ECMA-404, clause 8: values that cannot be represented as digits are not permitted; Python's `json`
/// and others write them by default.
package enum NotANumber {
    /// The start of the string that takes the place of such a word.
    private static let mark = "\0not a number: "
    private static let words: Set<String> = [
        "nan", "inf", "infinity", "undefined", "nan(ind)", "nan(snan)", "1.#qnan", "1.#snan", "1.#ind",
        "1.#inf", "#n/a",
    ]

    /// Parses a JSON text in which such words may take the place of numbers.
    ///
    /// - Returns: The value, in which marked strings stand for them.
    /// - Throws: `JSONError` if the text is otherwise not JSON.
    package static func value(_ text: Span<UInt8>) throws(JSONError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: text)
        } catch {
            guard let other = replaced(text), let value = try? JSON(parsing: other) else { throw error }
            return value
        }
    }

    /// Replaces the words by marked strings.
    ///
    /// - Returns: The text; `nil` if it has no such word.
    private static func replaced(_ text: Span<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var at = 0
        var hasWord = false
        while at < text.count {
            let end = text[at] == .quote ? stringEnd(text, from: at) : wordEnd(text, from: at)
            let word =
                text[at] == .quote || end == at || isName(text, from: end)
                ? nil : known(text.extracting(at..<end))
            if let word {
                hasWord = true
                result += JSON.string(mark + word).bytes
            } else {
                for place in at..<max(end, at + 1) { result.append(text[place]) }
            }
            at = max(end, at + 1)
        }
        return hasWord ? result : nil
    }

    /// Whether a value has a marked string.
    package static func isMarked(_ value: JSON) -> Bool {
        switch value {
        case .string(let text): text.utf8.first == 0 && text.utf8.starts(with: mark.utf8)
        case .array(let elements): elements.contains(where: isMarked)
        case .object(let members): members.contains { isMarked($0.value) }
        default: false
        }
    }

    /// Replaces the marked strings by null.
    ///
    /// - Parameters:
    ///   - value: The value of a replaced text.
    ///   - path: The dotted path of the value.
    ///   - found: Called with the path of each, and the word.
    /// - Returns: The value without them.
    package static func removed(from value: JSON, at path: String = "", found: (String, String) -> Void)
        -> JSON
    {
        switch value {
        case .string(let text) where text.utf8.starts(with: mark.utf8):
            found(path, String(decoding: text.utf8.dropFirst(mark.utf8.count), as: UTF8.self))
            return .null
        case .array(let elements): return .array(elements.map { removed(from: $0, at: path, found: found) })
        case .object(let members):
            return .object(
                members.map { member in
                    let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                    return JSON.Member(member.name, removed(from: member.value, at: inner, found: found))
                })
        default: return value
        }
    }

    private static func known(_ word: Span<UInt8>) -> String? {
        let text = word.text(0..<word.count)
        let isSigned = text.utf8.first == .hyphen || text.utf8.first == .plus
        return words.contains((isSigned ? String(text.dropFirst()) : text).lowercased()) ? text : nil
    }

    private static func stringEnd(_ text: Span<UInt8>, from start: Int) -> Int {
        var at = start + 1
        while at < text.count, text[at] != .quote { at += text[at] == .backslash ? 2 : 1 }
        return min(at + 1, text.count)
    }

    /// Whether a colon follows, so that the word is a name without quotes.
    private static func isName(_ text: Span<UInt8>, from end: Int) -> Bool {
        var at = end
        while at < text.count, text[at] <= .space { at += 1 }
        return at < text.count && text[at] == .colon
    }

    /// Returns the end of the word here; the place itself for blanks and punctuation.
    private static func wordEnd(_ text: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < text.count, text[at] > .space, text[at] != .quote, !",:[]{}".utf8.contains(text[at]) {
            at += 1
        }
        return at
    }
}
