/// An error that an interface declares.
public nonisolated struct ErrorDeclaration: Hashable, Sendable {
    /// The error's name without its interface.
    public let name: String
    /// The comment that precedes it, its lines joined by newlines; empty if there is none.
    public let documentation: String
    /// The fields of its parameters.
    public let parameters: [FieldDeclaration]
}
