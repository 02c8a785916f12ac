/// The type of a field in an interface description.
///
/// Source: Varlink, Interface-Definition.md; `any` was added in January 2026.
public nonisolated indirect enum FieldType: Hashable, Sendable {
    case bool
    /// A whole number.
    case int
    /// Any number.
    case float
    case string
    /// Any JSON object.
    case object
    /// Any JSON value but `null`.
    case any
    /// A type that the interface declares under this name.
    case named(String)
    /// One of these words.
    case enumeration([String])
    /// An object of these fields and no others.
    case structure([FieldDeclaration])
    /// `null`, left out, or of this type.
    case optional(FieldType)
    /// A list of values of this type.
    case array(FieldType)
    /// An object whose members, of any name, are all of this type.
    case map(FieldType)
}
