/// The type of a field in an interface description.
///
/// Source: Varlink, Interface-Definition.md; `any` was added in January 2026.
public nonisolated indirect enum FieldType: Hashable, Sendable {
    case bool
    /// An integer.
    case int
    /// Any number.
    case float
    case string
    /// Any JSON object.
    case object
    /// Any JSON value except `null`.
    case any
    /// A type that the interface declares under this name.
    case named(String)
    /// One of these values.
    case enumeration([String])
    /// An object with these fields and no others.
    case structure([FieldDeclaration])
    /// A value of this type; may be `null` or omitted.
    case optional(FieldType)
    /// A list of values of this type.
    case array(FieldType)
    /// An object whose members have arbitrary names and values of this type.
    case map(FieldType)
}
