public import Records

/// The output of a decoder since the output was last emptied.
public struct Decoded: Hashable, Sendable {
    /// The records before merging, in the order of the document.
    public var records: [Record] = []
    /// The parts that could not be read, in the order of the document.
    public var rejects: [Reject] = []
    /// The number of records that were left out on purpose, by reason, such as `suppressed`.
    public var omitted: [String: Int] = [:]
    /// The remarks on the document as a whole, such as a wrong encoding in its header; empty for most.
    public var notes: [String] = []
    /// The title of the document, such as that of a feed; `nil` if it has none.
    public var title: String?
    /// The time within which the document asks not to be fetched again; `nil` if it states none.
    public var lifetime: Duration?
    /// The times at which the document asks not to be fetched; `nil` if it states none.
    public var quiet: QuietTimes?
    /// The keys of names that earlier documents did not have, such as those of messages; see `LivingDecoder`.
    public var names: [String: String] = [:]
    /// The next moment at which time alone changes the records; `nil` if it never does.
    public var next: UTC?
    /// The keys of the reports whose time cannot be read; see `ReportOrder`.
    public var undated: [String] = []

    /// The keys of the entries of a feed that state no time, or one in the future; see `EntryOrder`.
    public var unordered: [String] = []
    /// The time of reception that those entries get when they are stored for the first time; `nil` for none.
    public var received: UTC?

    /// The keys of stored records that the document does not state, and that stay nevertheless.
    public var kept: [String] = []
    /// The stored records that the document lacks, by key, with the moment of the first document that lacked
    /// them; `nil` for one that a document contains again.
    public var unconfirmed: [String: UTC?] = [:]

    /// The keys of records that the document has, but that were rejected or left out by a condition, as far as
    /// they are known.
    public var dropped: [String] = []

    /// Whether stored records wait for another document that lacks them before they are gone.
    public var awaitsAnswer = false

    /// Whether the document is older than one that was accepted, and changes nothing.
    public var isBehind = false

    /// The names that the records of the document have; a decoder that counts them states them at the end.
    public var providerNames = ProviderNames()

    /// Creates an empty output.
    public init() {}

    /// Appends a record, taking ownership of it.
    @inline(never)
    package mutating func add(_ record: consuming Record) { records.append(record) }

    /// Discards records, rejects and counts but keeps the storage.
    public mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
        omitted.removeAll(keepingCapacity: true)
        notes.removeAll()
        names.removeAll()
        undated.removeAll()
        unordered.removeAll()
        received = nil
        dropped.removeAll(keepingCapacity: true)
        kept.removeAll()
        awaitsAnswer = false
        isBehind = false
        unconfirmed.removeAll()
        next = nil
        providerNames = ProviderNames()
    }
}
