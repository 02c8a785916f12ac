import Records

/// The mapping of the values of a field: `Map=Sector NHS:*nhs* Independent:*`.
package struct ValueMap: Hashable, Sendable {
    /// A value with the pattern that it replaces.
    struct Choice: Hashable {
        let value: String
        /// The value as JSON.
        let literal: [UInt8]
        let pattern: Glob
    }

    private var choices: [Choice] = []

    /// Adds the value for texts that match a pattern in any case.
    mutating func add(_ value: String, for pattern: String) {
        let literal = JSON.string(value).bytes
        choices.append(Choice(value: value, literal: literal, pattern: Glob(pattern, ignoringCase: true)))
    }

    /// The value of each choice as JSON.
    package var literals: [[UInt8]] { choices.map(\.literal) }

    /// Returns the index of the choice for a value, using the cache; `nil` if the value is not mapped.
    package func place(_ text: Span<UInt8>, memo: inout MapCache) -> Int? {
        if let known = memo.index(of: text) { return known < 0 ? nil : known }
        let index = choices.firstIndex { $0.pattern.matches(text) }
        memo.add(text, index: index ?? -1)
        return index
    }

    /// Returns the value of the choice at an index.
    package func value(at place: Int) -> String { choices[place].value }

    /// Returns the first choice whose pattern matches a value; `nil` if the value is not mapped.
    func choice(_ text: Span<UInt8>) -> Choice? {
        for choice in choices where choice.pattern.matches(text) { return choice }
        return nil
    }

    /// Returns the mapped value; the value itself if it is not mapped.
    func value(_ text: String) -> String { choice(Array(text.utf8).span)?.value ?? text }
}
