import Records

/// The content of an upstream: records, and documents that state them.
nonisolated protocol Dataset {
    /// The value of `Kind=`.
    var kind: String { get }
    /// Further lines of `[Source]`, such as `Keep=none`, each with its line end; may be empty.
    var sourceSettings: String { get }
    /// The sections after `[Source]`, each line with its line end; may be empty.
    var sections: String { get }
    /// The value of `Content-Type`.
    var mediaType: String { get }

    /// Changes some records: one or a few are added, changed or removed.
    ///
    /// A removal never takes more than a twentieth of the records, so that no guard against shrinking
    /// applies.
    ///
    /// - Parameters:
    ///   - time: The moment of the change, not before that of the previous one.
    ///   - chance: Chooses the change.
    mutating func change(at time: UTC, _ chance: inout Chance)

    /// Returns a document that states the records.
    ///
    /// - Parameter style: Chooses what must not matter, such as the order, quoting, whitespace and encoding:
    ///   two documents of equal records may differ in bytes.
    /// - Returns: The bytes of the document.
    func document(_ style: inout Chance) -> [UInt8]

    /// The members that each record of the document must have once the daemon has accepted it, by key.
    ///
    /// Times of weather reports name no month: the clock of the daemon must be at most six hours behind that
    /// of the latest change.
    var expected: [String: JSON] { get }
    /// Whether the records have no other members than the expected ones.
    var isExact: Bool { get }
    /// Whether records that a later document lacks are retained.
    var keepsMissing: Bool { get }
}

/// The kind of a change to a list of records.
nonisolated enum DatasetChange {
    case add
    case edit
    case remove

    /// Returns a change that keeps a list between 20 and 60 records and removes at most a twentieth of it.
    static func any(count: Int, _ chance: inout Chance) -> DatasetChange {
        switch chance.below(10) {
        case 0, 1: count < 60 ? .add : .edit
        case 2, 3: count > 20 ? .remove : .edit
        default: .edit
        }
    }
}
