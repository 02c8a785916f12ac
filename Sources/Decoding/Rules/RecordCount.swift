import Records

/// How many records a document gave.
struct RecordCount {
    /// Those that were read, or left out by rule.
    let taken: Int
    /// Those that could not be read.
    let lost: Int

    /// Refuses a document that would empty its source by mistake.
    ///
    /// - Throws: When nothing could be read of what is there, or there is less than the definition wants.
    func check(_ minimum: Int, _ unit: String, _ rejects: [Reject]) throws(DecodeError) {
        if taken == 0, lost > 0 {
            let first = rejects.first.map { ($0.field.map { "\($0): " } ?? "") + $0.reason } ?? ""
            throw DecodeError(
                .shape, part: "\(unit) of \(lost) that can be read", found: first, offset: 0)
        }
        if taken < minimum {
            guard taken > 0 else {
                let part = "record, and MinRecords= wants \(minimum)"
                throw DecodeError(.empty, part: part, found: "", offset: 0)
            }
            throw DecodeError(
                .shape, part: "answer of the \(minimum) records that MinRecords= wants", found: "\(taken)",
                offset: 0)
        }
    }
}
