/// An item with a key and data: a station's report, a feed entry, a table row.
public struct Record: Hashable, Sendable {
    /// The identifier of the record, unique within its source; see `RecordKey`.
    public var key: String
    /// A name for display; `nil` if there is none.
    public var title: String?
    /// The position; `nil` if unknown.
    public var position: Position?
    /// The heading under which the record is listed; `nil` if the source has no groups.
    public var group: String?
    /// The members of the source as one canonical JSON object without null members.
    public var data: [UInt8]

    /// Creates a record; `data` must be a canonical JSON object.
    @inlinable
    public init(
        key: String, title: String? = nil, position: Position? = nil, group: String? = nil, data: [UInt8]
    ) {
        self.key = key
        self.title = title
        self.position = position
        self.group = group
        self.data = data
    }

    /// The hash of the data, title, position and group; the key is not included.
    public var hash: RecordHash {
        // Read-only: callers need not retain the record during the call, which would take as long as hashing
        // it.
        @_effects(readonly)
        get {
            let content = RecordHash(content: data.span.bytes)
            guard title != nil || position != nil || group != nil else { return content }
            return content.joined(title: title, group: group, position: position)
        }
    }
}

extension RecordHash {
    /// Returns the hash of content with this hash and of what is listed with it.
    fileprivate func joined(title: String?, group: String?, position: Position?) -> RecordHash {
        let present: UInt64 = (title == nil ? 0 : 1) | (group == nil ? 0 : 2) | (position == nil ? 0 : 4)
        let title = title.map(RecordHash.init(content:))
        let group = group.map(RecordHash.init(content:))
        return RecordHash(words: [
            low, high, present, title?.low ?? 0, title?.high ?? 0, group?.low ?? 0, group?.high ?? 0,
            position?.latitude.bitPattern ?? 0, position?.longitude.bitPattern ?? 0,
        ])
    }
}
