public import Records

extension Health {
    /// The name in its colour.
    public var line: Line {
        switch self {
        case .fresh: Line(rawValue, .good)
        case .stale: Line(rawValue, .strong)
        case .failing: Line(rawValue, .bad)
        case .empty, .paused: Line(rawValue)
        }
    }
}
