/// How a source is, as io.almanac names it.
public enum Health: String, Sendable, CaseIterable {
    /// All is well.
    case fresh
    /// Past its expiry.
    case stale
    /// Attempts fail.
    case failing
    /// Nothing accepted yet.
    case empty
    /// Not asked for now.
    case paused

    /// The word in its ink.
    public var line: Line {
        switch self {
        case .fresh: Line(rawValue, .good)
        case .stale: Line(rawValue, .strong)
        case .failing: Line(rawValue, .bad)
        case .empty, .paused: Line(rawValue)
        }
    }
}
