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
    /// The user who added it.
    let user: UInt32

    /// The maximum number of transient sources of a user.
    static let mostPerUser = 1_000

    /// The time for which a source that never had data remains after its last failure; after one that is
    /// final, it is long enough for the client to read the reason.
    ///
    /// Source: almanac.source(5), `Linger=`.
    private static let patience = Duration.seconds(600)
    private static let patienceIfFinal = Duration.seconds(30)

    /// Whether the source is fetched on demand and was last requested longer ago than its definition's
    /// `Linger=`, or failed and never had data.
    ///
    /// - Parameters:
    ///   - source: The running source of that name; `nil` if there is none.
    ///   - now: The wall clock.
    /// - Returns: `false` also during an attempt, and if a file now defines the source.
    func isForgotten(_ source: Source?, at now: UTC) -> Bool {
        guard definition.interval == nil, let source, source.definition == definition else { return false }
        let asked = [since, source.state.fetched, source.state.failure?.at].compactMap { $0 }.max() ?? since
        return source.attemptStart == nil && asked + linger(of: source) < now
    }

    private func linger(of source: Source) -> Duration {
        guard source.state.fetched == nil, source.state.recordCount == 0, let failure = source.state.failure
        else { return definition.linger }
        let patience = failure.isFinal ? TransientSource.patienceIfFinal : TransientSource.patience
        return min(patience, definition.linger)
    }
}

extension SourceState.Failure {
    /// Whether the upstream does not know what was requested: another request would have the same answer.
    fileprivate var isFinal: Bool { httpStatus.map { [400, 404, 410].contains($0) } ?? false }
}
