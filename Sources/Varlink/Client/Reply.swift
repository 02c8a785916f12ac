public import Records

/// What a service answered.
public nonisolated struct Reply: Equatable, Sendable {
    /// The parameters; an empty object when there are none.
    public let parameters: JSON
    /// Whether more replies follow.
    public let continues: Bool

    /// Makes a reply.
    public init(parameters: JSON, continues: Bool) {
        (self.parameters, self.continues) = (parameters, continues)
    }
}
