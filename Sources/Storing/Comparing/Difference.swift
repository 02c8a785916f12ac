public import Records

/// One thing in which a document differs from what is stored.
public enum Difference: Hashable, Sendable {
    /// A record that is new or other than the stored one, with its hash.
    case put(Record, RecordHash)
    /// The key of a record that is no more.
    case remove(String)

    /// The key of the record that differs.
    public var key: String {
        switch self {
        case .put(let record, _): record.key
        case .remove(let key): key
        }
    }
}
