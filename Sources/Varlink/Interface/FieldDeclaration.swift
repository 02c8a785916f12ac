/// One field of a structure, of a method's parameters or reply, or of an error.
public nonisolated struct FieldDeclaration: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The type of its value.
    public let type: FieldType

    /// Whether it may be omitted.
    public var isOptional: Bool { if case .optional = type { true } else { false } }
}
