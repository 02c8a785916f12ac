import Records
import Storing

/// How a source is doing, in one word.
///
/// Source: io.almanac.varlink, type Health.
nonisolated enum Health: String, Sendable {
    /// The last good state is as new as it should be.
    case fresh
    /// It is older than it should be, though no attempt failed.
    case stale
    /// Attempts fail; the last good state is still served.
    case failing
    /// Nothing was accepted yet.
    case empty
    /// Its definition is gone; the last good state is kept for a while.
    case paused

    /// Judges the state of a source.
    ///
    /// A machine without a network is no failure of the source: what it has grows stale, no more.
    init(_ state: SourceState, at now: UTC, isPaused: Bool = false) {
        if isPaused {
            self = .paused
        } else if state.fetched == nil {
            self = .empty
        } else if let failure = state.failure, failure.count > 0 {
            self = .failing
        } else {
            self = state.expires.map { $0 < now } ?? false ? .stale : .fresh
        }
    }
}
