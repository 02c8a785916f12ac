/// An error that an interface declares.
public nonisolated struct ErrorDeclaration: Hashable, Sendable {
    /// The error's name without the interface's.
    public let name: String
    /// The comment before it, lines joined by newlines; empty when there is none.
    public let documentation: String
    /// The fields of its parameters.
    public let parameters: [FieldDeclaration]
}
