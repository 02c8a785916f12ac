/// A type that an interface declares under a name: a structure or an enumeration.
public nonisolated struct TypeDeclaration: Hashable, Sendable {
    /// The type's name.
    public let name: String
    /// The comment that precedes it, its lines joined by newlines; empty if there is none.
    public let documentation: String
    /// The type, a `.structure` or an `.enumeration`.
    public let type: FieldType
}
