/// One thing with a key and data: a station's report, a feed's entry, a table's row.
public struct Record: Hashable, Sendable {
    /// What the record is about, unique within its source; see `RecordKey`.
    public var key: String
    /// What a person would call it; `nil` when nothing names it.
    public var title: String?
    /// Where it is; `nil` when unknown.
    public var position: Position?
    /// The heading under which it is listed; `nil` when the source has no groups.
    public var group: String?
    /// The source's own members as one canonical JSON object, no member null.
    public var data: [UInt8]

    /// Makes a record; `data` must be a canonical JSON object.
    @inlinable
    public init(
        key: String, title: String? = nil, position: Position? = nil, group: String? = nil, data: [UInt8]
    ) {
        (self.key, self.title, self.position) = (key, title, position)
        (self.group, self.data) = (group, data)
    }

    /// The hash of the data, and of what stands beside it; the key has no part in it.
    public var hash: RecordHash {
        // Only reads: said so that callers need not hold each record meanwhile, which takes as long as hashing it.
        @_effects(readonly)
        get {
            var hasher = ContentHasher()
            hasher.add(data.span.bytes)
            if title != nil || position != nil || group != nil { hasher.add(beside) }
            return hasher.value
        }
    }

    /// What stands beside the data.
    private var beside: ContentHasher {
        var hasher = ContentHasher()
        hasher.add((title == nil ? 0 : 1) | (group == nil ? 0 : 2) | (position == nil ? 0 : 4))
        if let title { hasher.add(title) }
        if let group { hasher.add(group) }
        if let position {
            hasher.add(position.latitude.bitPattern)
            hasher.add(position.longitude.bitPattern)
        }
        return hasher
    }
}
