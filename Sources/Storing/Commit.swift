public import Records

/// What one transaction brought about.
public struct Commit: Hashable, Sendable {
    /// The source's name.
    public let source: String
    /// The changes, in the order of their numbers; empty when all was as it should be.
    public let changes: [Change]
    /// The source's generation now.
    public let generation: Int
    /// How many records the source has now.
    public let recordCount: Int
    /// The number of the last change in the log.
    public let end: Int64
    /// Whether this commit, or one of the same document before it, changed anything.
    public let hasChanged: Bool

    /// Makes a commit of its parts.
    public init(
        source: String, changes: [Change], generation: Int, recordCount: Int, end: Int64, hasChanged: Bool
    ) {
        (self.source, self.changes, self.generation) = (source, changes, generation)
        (self.recordCount, self.end, self.hasChanged) = (recordCount, end, hasChanged)
    }
}
