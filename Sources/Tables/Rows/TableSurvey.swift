import Decoding
import Records

/// The evidence of the first rows of a table for the forms of its columns, before any row becomes a record.
struct TableSurvey {
    /// The number of rows whose numbers are examined; all times of the portion are.
    private static let maximumNumbers = 1000

    /// The forms of the values of each column.
    let forms: [ValueForms]
    /// Whether more rows may decide the order of the dates of a column.
    let isUndecided: Bool
    /// Whether most rows have an empty field more than the header: they end with a delimiter.
    let endsWithDelimiter: Bool

    /// A column whose values decide its form.
    private struct Column {
        let index: Int
        let isTime: Bool
        var survey = ColumnSurvey()
    }

    /// Examines the rows of a portion of the text.
    ///
    /// - Parameters:
    ///   - rows: A reader of the portion, at its first row.
    ///   - columns: The columns.
    ///   - rules: The rules of the definition; a form that they state is not examined.
    /// - Throws: `DecodeError` if a row is too long.
    init(_ rows: consuming TableReader, columns: TableColumns, rules: RecordRules) throws(DecodeError) {
        let ruled = columns.names.map { $0.map { rules.rule(for: $0) } ?? FieldRule() }
        var open = TableSurvey.open(columns, ruled: ruled, location: rules.location)
        var count = 0
        var longer = 0
        while !open.isEmpty || count < 10, try rows.next() {
            count += 1
            if rows.count == columns.names.count + 1, rows.isEmpty(rows.count - 1) { longer += 1 }
            for place in open.indices where open[place].isTime || count <= TableSurvey.maximumNumbers {
                rows.show(open[place].index, isTime: open[place].isTime, to: &open[place].survey)
            }
            if count > TableSurvey.maximumNumbers, !open.contains(where: { $0.isTime }) { break }
        }
        let provesComma = open.contains { $0.survey.provesComma }
        var forms = ruled.map { ValueForms($0) }
        for column in open {
            forms[column.index] = ValueForms(
                ruled[column.index], column: column.survey, besideComma: provesComma)
        }
        self.forms = forms
        isUndecided = open.contains { $0.isTime && $0.survey.isUndecided }
        endsWithDelimiter = 2 * longer > count
    }

    private static func open(_ columns: TableColumns, ruled: [FieldRule], location: [String]) -> [Column] {
        ruled.indices.compactMap { index in
            let rule = ruled[index]
            if rule.type == .time { return rule.timeForm == nil ? Column(index: index, isTime: true) : nil }
            let isNumber = rule.type == .number || location.contains { $0 == columns.names[index] }
            return isNumber && rule.numberForm == nil ? Column(index: index, isTime: false) : nil
        }
    }
}

extension TableReader {
    fileprivate func isEmpty(_ column: Int) -> Bool {
        let field = scanner.fields[column]
        return !text.span.isPresent(field.start..<field.end)
    }

    /// Passes a field of the row to the survey of its column.
    fileprivate func show(_ column: Int, isTime: Bool, to survey: inout ColumnSurvey) {
        guard fault == nil, column < count else { return }
        let field = scanner.fields[column]
        let text = text.span
        let range = text.trimmed(field.start..<field.end)
        if isTime {
            survey.addTime(text.text(range))
        } else {
            survey.addNumber(text.extracting(range))
        }
    }
}
