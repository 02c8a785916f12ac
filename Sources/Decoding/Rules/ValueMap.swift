import Records

/// What stands for a field's values: `Map=Sector NHS:*nhs* Independent:*`.
struct ValueMap: Hashable, Sendable {
    private struct Choice: Hashable {
        let value: String
        let pattern: Glob
    }

    private var choices: [Choice] = []

    /// Adds what stands for values that fit a pattern, whatever their case.
    mutating func add(_ value: String, for pattern: String) {
        choices.append(Choice(value: value, pattern: Glob(pattern, ignoringCase: true)))
    }

    /// What stands for a value: the first that fits; the value itself when none does.
    func value(_ text: String) -> String {
        choices.first { $0.pattern.matches(text) }?.value ?? text
    }
}
