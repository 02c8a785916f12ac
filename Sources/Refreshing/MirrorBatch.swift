package import Records
package import Storing

/// Changes and states of another almanac's sources, with the cursor up to which they reach: they are stored
/// in one transaction, so that none is lost or applied twice however the daemon ends.
package nonisolated struct MirrorBatch: Sendable {
    /// The part of one source.
    package struct Part: Sendable {
        /// The source's name.
        package let source: String
        /// The changes, in order.
        package var changes: [MirroredChange]
        /// The source's generation after them; `nil` for that of the last one.
        package var generation: Int?
        /// The state to store; `nil` keeps the stored one.
        package var state: SourceState?

        /// Creates a part.
        package init(
            _ source: String, _ changes: [MirroredChange], generation: Int? = nil, state: SourceState? = nil
        ) {
            self.source = source
            self.changes = changes
            self.generation = generation
            self.state = state
        }
    }

    /// The parts, in the order of the other almanac's log.
    package var parts: [Part] = []
    /// The state of the connection, with the cursor; `nil` if it stays as it is.
    package var request: RequestState?

    /// Creates a batch without parts.
    package init() {}

    /// Returns the identity under which the state of a source's connection is stored. No name of a source
    /// contains a slash.
    package static func identity(of link: SourceName) -> String { "mirror/\(link)" }
}
