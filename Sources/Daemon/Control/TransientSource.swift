import Definitions
import Records
import Refreshing
import Storing

/// A source that was added over the socket and ends with the daemon, or earlier if it is fetched on demand
/// only.
struct TransientSource {
    /// The definition of the source.
    let definition: Definition
    /// The time at which it was added.
    let since: UTC

    /// Whether the source is fetched on demand and was last requested longer ago than its definition's
    /// `Linger=`.
    ///
    /// - Parameters:
    ///   - source: The running source of that name; `nil` if there is none.
    ///   - now: The wall clock.
    /// - Returns: `false` also during an attempt, and if a file now defines the source.
    func isForgotten(_ source: Source?, at now: UTC) -> Bool {
        guard definition.interval == nil, let source, source.definition == definition else { return false }
        let asked = [since, source.state.fetched, source.state.failure?.at].compactMap { $0 }.max() ?? since
        return source.attemptStart == nil && asked + definition.linger < now
    }
}
