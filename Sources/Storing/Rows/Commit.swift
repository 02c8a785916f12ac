public import Records

/// The result of one transaction.
public struct Commit: Hashable, Sendable {
    /// The source's name.
    public let source: String
    /// The changes, in the order of their numbers; empty when the records already matched the document.
    public let changes: [Change]
    /// The source's generation after the commit.
    public let generation: Int
    /// The number of records that the source has after the commit.
    public let recordCount: Int
    /// The number of the last change in the log.
    public let end: Int64
    /// Whether this commit, or an earlier one of the same document, changed anything.
    public let hasChanged: Bool
    /// Whether no further commit of the same document follows.
    public let isLast: Bool

    /// Creates a commit from its parts.
    public init(
        source: String, changes: [Change], generation: Int, recordCount: Int, end: Int64, hasChanged: Bool,
        isLast: Bool = true
    ) {
        self.source = source
        self.changes = changes
        self.generation = generation
        self.recordCount = recordCount
        self.end = end
        self.hasChanged = hasChanged
        self.isLast = isLast
    }
}
