package import Records

/// The evidence of elements for the order of the dates in their fields, as `ColumnSurvey` has it for columns.
package struct DateSurvey {
    private var fields: [(name: String, path: FieldPath, survey: ColumnSurvey)] = []

    /// Creates a survey of the times whose form the rules leave open.
    package init(_ rules: RecordRules) {
        fields = rules.ruled.filter {
            rules.rule(for: $0).type == .time && rules.rule(for: $0).timeForm == nil
        }
        .map { ($0, FieldPath($0), ColumnSurvey()) }
    }

    /// Whether there are no such times.
    package var isEmpty: Bool { fields.isEmpty }

    /// Whether dates were found whose order is not decided.
    package var isUndecided: Bool { fields.contains { $0.survey.isUndecided } }

    /// Whether times were found that another form might read.
    package var hasEvidence: Bool { fields.contains { $0.survey.hasEvidence } }

    /// Examines an element.
    package mutating func add(_ element: JSON) {
        for index in fields.indices {
            guard let text = fields[index].path.value(in: element)?.scalarText else { continue }
            fields[index].survey.addTime(text.trimmingBlanks)
        }
    }

    /// Returns rules that state the forms that were found.
    package func completing(_ rules: RecordRules) -> RecordRules {
        var rules = rules
        for field in fields where field.survey.hasEvidence {
            rules.state(field.survey.timeForm, for: field.name)
        }
        return rules
    }
}
