import Records

/// The fields of a row.
typealias FieldList = RawList<RowField>

extension FieldList {
    /// Replaces doubled quotes in fields by single ones.
    func collapse(_ text: inout [UInt8]) {
        for index in 0..<count {
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

/// The range of a field, without enclosing quotes.
struct RowField {
    var start: Int
    var end: Int
}
