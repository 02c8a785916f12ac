package import Records

/// The number of records that a document yielded.
package struct RecordCount {
    /// The records that were read, including those that a rule left out.
    package let taken: Int
    /// The records that could not be read.
    package let lost: Int

    /// Creates a count of its two parts.
    package init(taken: Int, lost: Int) {
        self.taken = taken
        self.lost = lost
    }

    /// Rejects a document that would empty its source by mistake.
    ///
    /// - Parameters:
    ///   - minimum: The number of records that the definition demands.
    ///   - unit: The word for a record in the document, such as `row`.
    ///   - rejects: The rejects since the output was last emptied.
    ///   - cause: The first reject of all, if the output may have been emptied after it.
    /// - Throws: An error if no record could be read, or fewer than the definition demands.
    package func check(_ minimum: Int, unit: String, rejects: [Reject], cause: Reject? = nil)
        throws(DecodeError)
    {
        if taken == 0, lost > 0 {
            let first = (cause ?? rejects.first).map { ($0.field.map { "\($0): " } ?? "") + $0.reason } ?? ""
            throw DecodeError(
                .shape, part: "readable \(unit) among \(lost)", found: first, offset: 0)
        }
        if taken < minimum {
            guard taken > 0 else {
                let part = "record, but MinRecords= requires \(minimum)"
                throw DecodeError(.empty, part: part, found: "", offset: 0)
            }
            throw DecodeError(
                .shape, part: "response with the \(minimum) records that MinRecords= requires",
                found: "\(taken)",
                offset: 0)
        }
    }
}
