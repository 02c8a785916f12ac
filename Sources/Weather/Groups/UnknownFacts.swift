import Records

/// The facts about weather that a report should state and that are not known.
struct UnknownFacts: OptionSet, Hashable {
    let rawValue: UInt8

    /// The ceiling, or whether there is a lower one.
    static let ceiling = UnknownFacts(rawValue: 1)
    /// The word of a change, or whether one has replaced the conditions.
    static let change = UnknownFacts(rawValue: 2)
    /// The time of a report or of a change.
    static let time = UnknownFacts(rawValue: 4)
    /// The visibility.
    static let visibility = UnknownFacts(rawValue: 8)

    /// The names in records, in the order of their values, which is that of the letters.
    private static let names = ["ceiling", "change", "time", "visibility"]

    /// The names of these facts in records, sorted.
    fileprivate var names: [String] {
        UnknownFacts.names.indices.filter { rawValue & 1 << $0 != 0 }.map { UnknownFacts.names[$0] }
    }
}

extension JSONWriter {
    /// Writes `unknown` unless all facts are known.
    mutating func write(_ facts: UnknownFacts) {
        if !facts.isEmpty { member(.unknown, facts.names) }
    }
}
