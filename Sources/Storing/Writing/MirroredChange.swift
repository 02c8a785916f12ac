public import Records

/// A change of a record that another almanac has committed.
public struct MirroredChange: Hashable, Sendable {
    /// The new content, or the removal.
    public let difference: Difference
    /// The moment at which the other almanac committed it.
    public let at: UTC
    /// The generation of the source in the other almanac after that commit.
    public let generation: Int

    /// Creates a change from its parts.
    public init(_ difference: Difference, at: UTC, generation: Int) {
        self.difference = difference
        self.at = at
        self.generation = generation
    }
}
