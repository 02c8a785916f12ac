package import Records
import Storing

/// The state of a source as people read it, and what it lacks.
package nonisolated struct SourceStanding {
    /// The name of the source.
    package let name: SourceName
    /// The state.
    package let standing: Standing
    /// Whether no document was accepted yet.
    package let hasNoData: Bool
    /// The reason of the last failure; `nil` if there is none.
    package let reason: FailureReason?
    /// Whether the data are current, although parts of the last document could not be read.
    package let hasUnreadParts: Bool
    /// Whether the data are current and all read, although there are remarks on the last document, such as
    /// that it is cut.
    package let hasRemarks: Bool

    init(_ name: SourceName, _ state: SourceState, _ health: Health) {
        self.name = name
        standing = Standing(state, health)
        hasNoData = health == .empty
        reason = state.failure?.reason
        hasUnreadParts = standing.isCurrent && state.rejected > 0
        hasRemarks = standing.isCurrent && state.rejected == 0 && !state.notes.isEmpty
    }
}

extension Sources {
    /// The standings of all sources, in any order: there may be thousands.
    package var standings: [SourceStanding] {
        let undefined = faults.keys.filter { running[$0] == nil && mirrored[$0] == nil && paused[$0] == nil }
        return running.map { SourceStanding($0, withDefinitionFault($1.state), $1.health) }
            + mirrored.map { SourceStanding($0, withDefinitionFault($1.state), health(of: $1)) }
            + (paused.keys + undefined).compactMap { name in
                idleState(of: name).map { SourceStanding(name, $0, idleHealth(of: name, $0)) }
            }
    }
}
