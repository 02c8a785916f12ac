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

    init(_ name: SourceName, _ state: SourceState, _ health: Health) {
        self.name = name
        standing = Standing(state, health)
        hasNoData = health == .empty
        reason = state.failure?.reason
    }
}

extension Sources {
    /// The standings of all sources, sorted by name.
    package var standings: [SourceStanding] {
        names.compactMap { name in
            if let source = running[name] {
                return SourceStanding(name, withDefinitionFault(source.state), source.health)
            }
            if let source = mirrored[name] {
                return SourceStanding(name, withDefinitionFault(source.state), health(of: source))
            }
            return idleState(of: name).map { SourceStanding(name, $0, idleHealth(of: name, $0)) }
        }
    }
}
