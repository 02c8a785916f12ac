public import Records

/// What a decoder has made of a document, or of the slices since it was last emptied.
public struct Decoded: Hashable, Sendable {
    /// The records, before merging, in the order of the document.
    public var records: [Record] = []
    /// What could not be read, in the order of the document.
    public var rejects: [Reject] = []
    /// How much was left out on purpose, by reason, such as `suppressed`.
    public var omitted: [String: Int] = [:]
    /// What the document calls itself, such as a feed's title; `nil` when it does not say.
    public var title: String?
    /// The document asks not to be fetched again within this time; `nil` when it does not say.
    public var lifetime: Duration?
    /// When the document asks not to be fetched; `nil` when it does not say.
    public var quiet: QuietTimes?

    /// Makes an empty result.
    public init() {}

    /// Adds a record behind the others, which takes over what it holds.
    @inline(never)
    mutating func add(_ record: consuming Record) { records.append(record) }

    /// Forgets records, rejects and counts but keeps the room.
    public mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
        omitted.removeAll(keepingCapacity: true)
    }
}
