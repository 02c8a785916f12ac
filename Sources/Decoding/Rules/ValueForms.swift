/// The forms of a field's values, as far as its type leaves them open.
package struct ValueForms: Hashable, Sendable {
    /// The form of times.
    package var time: TimeForm
    /// The form of numbers.
    package var number: NumberForm

    /// The forms that a rule states, otherwise those of single values.
    package init(_ rule: FieldRule = FieldRule()) {
        time = rule.timeForm ?? TimeForm()
        number = rule.numberForm ?? .plain
    }

    /// The forms that a rule states, otherwise those of a column.
    package init(_ rule: FieldRule, column: ColumnSurvey, besideComma: Bool) {
        time = rule.timeForm ?? column.timeForm
        number = rule.numberForm ?? column.numberForm(besideComma: besideComma)
    }
}
