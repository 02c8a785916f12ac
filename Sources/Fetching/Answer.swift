/// The answer of an upstream to a request.
public nonisolated enum Answer: Sendable {
    /// A whole document.
    case document(Document)
    /// The document is unchanged; carries the freshness of the new response.
    case notModified(Freshness)
    /// There is no document at present; carries the freshness of the response.
    case nothing(Freshness)
}
