/// The state of the database when the store was opened.
public enum StoreOpening: Hashable, Sendable {
    /// A usable database exists.
    case existing
    /// No database existed; an empty one was created.
    case created
    /// The database was damaged and is kept at `path`; a new one was created with everything that could be
    /// restored.
    case setAside(path: String, reason: String, restored: Restoration)
}

/// The part of a damaged database that was restored.
public struct Restoration: Hashable, Sendable, CustomStringConvertible {
    /// The number of restored records.
    public internal(set) var records = 0
    /// The number of sources with restored records.
    public internal(set) var sources = 0
    /// Whether everything was restored: the records, the log of changes, the states and therefore all
    /// cursors.
    public internal(set) var isComplete = false

    /// Creates the result of a restoration that restored nothing.
    public init() {}

    init(records: Int, sources: Int, isComplete: Bool) {
        self.records = records
        self.sources = sources
        self.isComplete = isComplete
    }

    /// A summary of what was and was not restored, as part of a sentence.
    public var description: String {
        let count =
            "\(records) record\(records == 1 ? "" : "s") of \(sources) source\(sources == 1 ? "" : "s")"
        if isComplete { return "restored: everything, \(count), the log of changes and all cursors" }
        if records == 0 {
            return "restored: nothing; all sources are fetched again and subscribers start over"
        }
        return "restored: \(count); not restored: the log of changes, so that subscribers start over"
    }
}
