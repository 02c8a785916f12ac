package import Definitions
package import Records
package import Rhythm
package import Storing

/// A source that another almanac keeps fresh.
package final class MirroredSource {
    /// The state, with the other almanac's description and the health that it last stated.
    package var state: SourceState
    /// The definition, for selectors and lists.
    package let definition: Definition
    /// The description as the interface sends it.
    package let context: JSON
    /// The source whose connection delivers the records.
    package let link: SourceName
    /// The time of the other almanac's next attempt; `nil` if it is unknown.
    package var next: UTC?
    /// The rhythm that the other almanac last stated; `nil` if it stated none.
    package var rhythm: RhythmSummary?

    /// The generation that the other almanac last stated; `nil` if it stated none.
    package var statedGeneration: Int?

    /// Creates a source from its state.
    ///
    /// - Returns: `nil` unless the state is that of a mirrored source.
    package init?(_ state: SourceState) {
        guard let mirror = state.mirror, let definition = state.mirroredDefinition,
            let link = SourceName(mirror.link), let context = try? JSON(parsing: mirror.context)
        else { return nil }
        self.state = state
        self.definition = definition
        self.context = context
        self.link = link
    }

    /// The name of the source.
    package var name: SourceName { definition.name }

    /// Returns the health: the one that the other almanac stated or, without a connection, `stale` after the
    /// expiry.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - loss: The moment since which there is no connection; `nil` while there is one.
    /// - Returns: The health to show.
    func health(at now: UTC, lostSince loss: UTC?) -> Health {
        let stated = state.mirror?.health ?? .empty
        guard stated == .fresh, let loss, let expires = state.expires else { return stated }
        // While there was a connection, a source whose time was over would have been called stale.
        return max(expires, loss + MirroredSource.grace) < now ? .stale : .fresh
    }

    /// The time after the loss of a connection within which nothing becomes stale: a restart takes seconds.
    private static let grace = Duration.seconds(60)
}

nonisolated extension SourceState {
    /// The definition of a mirrored source; `nil` for any other.
    var mirroredDefinition: Definition? {
        // The description was checked when it was received.
        mirror.flatMap { try? Definition(mirroring: JSON(parsing: $0.context), from: .almanac("")) }
    }
}
