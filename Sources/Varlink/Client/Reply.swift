public import Records

/// A reply of a service.
public nonisolated struct Reply: Equatable, Sendable {
    /// The parameters; an empty object if there are none.
    public let parameters: JSON
    /// Whether more replies follow.
    public let continues: Bool

    /// Creates a reply.
    public init(parameters: JSON, continues: Bool) {
        self.parameters = parameters
        self.continues = continues
    }
}
