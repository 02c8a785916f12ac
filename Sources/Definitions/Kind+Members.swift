import Records
package import Schemas

nonisolated extension Kind {
    /// The members of its records; `nil` if definitions decide.
    package var schema: Schema? { Schema.of(kind: rawValue) }

    /// The names of all members at any depth that records of this kind can have, except those that are values
    /// themselves, such as runways and heights; `nil` if documents decide.
    package var vocabulary: Set<String>? { schema.flatMap { $0.isOpen ? nil : $0.names } }

    /// Whether records of this kind can have a field; the index of a list may be omitted.
    func canHave(_ field: FieldPath) -> Bool { schema?.canHave(field.steps) ?? true }
}
