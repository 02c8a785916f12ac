import Records

/// What stands for a field's values: `Map=Sector NHS:*nhs* Independent:*`.
struct ValueMap: Hashable, Sendable {
    /// What stands for the values that fit a pattern.
    struct Choice: Hashable {
        let value: String
        /// The value as JSON.
        let literal: [UInt8]
        let pattern: Glob
    }

    private var choices: [Choice] = []

    /// Adds what stands for values that fit a pattern, whatever their case.
    mutating func add(_ value: String, for pattern: String) {
        let literal = JSON.string(value).bytes
        choices.append(Choice(value: value, literal: literal, pattern: Glob(pattern, ignoringCase: true)))
    }

    /// What stands for the values of each choice, as JSON.
    var literals: [[UInt8]] { choices.map(\.literal) }

    /// The place of the choice for a value, UTF-8, with what was found before; `nil` when it stands for itself.
    func place(_ text: Span<UInt8>, _ memo: inout MapMemo) -> Int? {
        if let known = memo.index(of: text) { return known < 0 ? nil : known }
        let index = choices.firstIndex { $0.pattern.matches(text) }
        memo.add(text, index ?? -1)
        return index
    }

    /// What stands for the values of a choice, at its place.
    func value(at place: Int) -> String { choices[place].value }

    /// What stands for a value, UTF-8: the first that fits; `nil` when it stands for itself.
    func choice(_ text: Span<UInt8>) -> Choice? {
        for choice in choices where choice.pattern.matches(text) { return choice }
        return nil
    }

    /// What stands for a value; the value itself when nothing else does.
    func value(_ text: String) -> String { choice(Array(text.utf8).span)?.value ?? text }
}
