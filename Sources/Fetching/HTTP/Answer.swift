/// What an upstream answered to a request.
public nonisolated enum Answer: Sendable {
    /// A whole document.
    case document(Document)
    /// What we have is still the newest; the freshness is the new answer's.
    case notModified(Freshness)
}
