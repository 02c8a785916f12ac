/// The state of a source as people read it: whether its records are all that its upstream has now.
///
/// Source: io.almanac.varlink, member standing of SourceRuntime.
public enum Standing: String, Hashable, Sendable, CaseIterable {
    /// The records are those of the newest answer, which has not expired.
    case current
    /// The last answer has expired, though no attempt failed.
    case stale
    /// Attempts fail, whether or not there is an earlier answer.
    case failing
    /// There has been no answer yet, and no attempt failed.
    case waiting
    /// The newest answer has not expired and has no records.
    case empty
    /// The source has no definition; its last records are kept for a while.
    case paused

    /// Derives the standing from the health and what it leaves open.
    ///
    /// - Parameters:
    ///   - health: The health.
    ///   - records: The number of records.
    ///   - hasFailed: Whether the last attempt failed; a machine without a network is no failure.
    public init(_ health: Health, records: Int, hasFailed: Bool) {
        switch health {
        case .fresh: self = records == 0 ? .empty : .current
        case .stale: self = .stale
        case .failing: self = .failing
        case .empty: self = hasFailed ? .failing : .waiting
        case .paused: self = .paused
        }
    }

    /// Whether "none" and "all" can be said of the records.
    public var isCurrent: Bool { self == .current || self == .empty }
}
