/// A type that an interface declares under a name: a structure or an enumeration.
public nonisolated struct TypeDeclaration: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// The comment before it, lines joined by newlines; empty when there is none.
    public let documentation: String
    /// What it stands for, a `.structure` or an `.enumeration`.
    public let type: FieldType
}
