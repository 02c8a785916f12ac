/// What was found when the store was opened.
public enum Opening: Hashable, Sendable {
    /// A database, which goes on.
    case existing
    /// None; an empty one was made.
    case created
    /// A damaged one, which now lies at `path`; an empty one was made.
    case setAside(path: String, reason: String)
}
