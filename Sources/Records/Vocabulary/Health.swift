/// The health of a source in one word.
///
/// Source: io.almanac.varlink, type Health.
public enum Health: String, Hashable, Sendable, CaseIterable {
    /// The last good state is up to date.
    case fresh
    /// The last good state has expired, though no attempt failed.
    case stale
    /// Attempts fail; the last good state is still served.
    case failing
    /// No document has been accepted yet.
    case empty
    /// The source has no definition; its last good state is kept for a while.
    case paused
}
