/// What a definition asks of one field.
struct FieldRule: Hashable, Sendable {
    /// What it must hold; `nil` for any text.
    var type: FieldType?
    /// What stands for its values; `nil` when they stand for themselves.
    var map: ValueMap?
    /// What its text must look like; `nil` for any text.
    var match: Pattern?
    /// Its name in the record; `nil` for the document's own.
    var rename: String?
    /// It is left out.
    var isOmitted = false

    /// Whether the field must be a number and nothing else is asked.
    var isNumber: Bool { type == .number && map == nil && match == nil && rename == nil && !isOmitted }
}
