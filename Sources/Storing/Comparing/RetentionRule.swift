public import Records

/// The rule for stored records that a document no longer contains: which of them are retained.
public struct RetentionRule: Hashable, Sendable {
    /// The maximum number of absent records to retain; the most recently changed ones are retained.
    public let count: Int
    /// The earliest moment of change of an absent record that is retained; `nil` for any.
    public let changedSince: UTC?

    /// Creates a rule that retains some of the absent records.
    public init(count: Int = .max, changedSince: UTC? = nil) {
        self.count = count
        self.changedSince = changedSince
    }

    /// Retains no absent record: the document is complete.
    public static let none = RetentionRule(count: 0)
    /// Retains all absent records.
    public static let all = RetentionRule()
}
