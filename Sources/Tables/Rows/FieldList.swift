import Records

/// The fields of a row.
typealias FieldList = RawList<RowField>

extension FieldList {
    /// Replaces doubled quotes in enclosed fields by single ones.
    func collapse(_ text: inout [UInt8]) {
        for index in 0..<count where self[index].start > 0 && text[self[index].start - 1] == .quote {
            var from = self[index].start
            var to = self[index].start
            while from < self[index].end {
                text[to] = text[from]
                from += text[from] == .quote ? 2 : 1
                to += 1
            }
            self[index].end = to
        }
    }
}

extension FieldList {
    /// Unwraps fields such as `="0123"`: spreadsheets write them so that the text does not become a number.
    func unwrap(_ text: Span<UInt8>) {
        for index in 0..<count {
            let field = self[index]
            guard field.end - field.start >= 3, text[field.start] == UInt8(ascii: "="),
                text[field.start + 1] == .quote, text[field.end - 1] == .quote,
                !(field.start + 2..<field.end - 1).contains(where: { text[$0] == .quote })
            else { continue }
            self[index] = RowField(start: field.start + 2, end: field.end - 1)
        }
    }
}

/// The range of a field, without enclosing quotes.
struct RowField {
    var start: Int
    var end: Int
}
