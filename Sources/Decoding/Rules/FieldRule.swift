/// The rules of a definition for one field.
package struct FieldRule: Hashable, Sendable {
    /// The required type; `nil` for any text.
    package var type: ValueType?
    /// The mapping of values; `nil` if values are kept as they are.
    package var map: ValueMap?
    /// The pattern that the text must match; `nil` for any text.
    package var match: Pattern?
    /// The name in the record; `nil` for the name in the document.
    package var rename: String?
    /// Whether the field is left out.
    package var isOmitted = false
    /// The form of times by `TimeFormat=`; `nil` if the values decide.
    package var timeForm: TimeForm?
    /// The form of numbers by `Decimal=`; `nil` if the values decide.
    package var numberForm: NumberForm?

    /// Creates the rule of a field that has none.
    package init() {}

    /// Whether the only rule is that the field must be a number.
    package var isNumber: Bool {
        type == .number && map == nil && match == nil && rename == nil && !isOmitted
            && numberForm ?? .plain == .plain
    }
}
