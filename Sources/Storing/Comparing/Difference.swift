public import Records

/// A difference between a document and the stored records.
public enum Difference: Hashable, Sendable {
    /// A new or changed record with its hash.
    case put(Record, RecordHash)
    /// The key of a record that the document no longer contains, and why it is removed; `nil` if that is not
    /// known.
    case remove(String, because: RemovalReason? = nil)
    /// The key of a record that documents lack since a moment, or that they contain again: this is no change
    /// of the record, of which the log and subscribers learn nothing.
    case mark(String, UTC?)

    /// The key of the record that differs.
    public var key: String {
        switch self {
        case .put(let record, _): record.key
        case .remove(let key, _), .mark(let key, _): key
        }
    }
}
