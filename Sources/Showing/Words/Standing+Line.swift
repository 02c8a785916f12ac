public import Records

extension Standing {
    /// The standing in one word; a source whose records are current is fresh.
    public var word: String { self == .current ? "fresh" : rawValue }

    /// The word in its colour.
    public var line: Line {
        switch self {
        case .current: Line(word, .good)
        case .stale: Line(word, .strong)
        case .failing: Line(word, .bad)
        case .waiting, .empty, .paused: Line(word)
        }
    }
}
