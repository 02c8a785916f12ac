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
    public init(
        key: String, title: String? = nil, position: Position? = nil, group: String? = nil, data: [UInt8]
    ) {
        (self.key, self.title, self.position) = (key, title, position)
        (self.group, self.data) = (group, data)
    }

    /// The hash of the data, and of what stands beside it.
    public var hash: RecordHash {
        guard title != nil || position != nil || group != nil else { return RecordHash(data) }
        var writer = JSONWriter(capacity: data.count + 100)
        writer.literal(data)
        writer.value(beside)
        return RecordHash(writer.bytes)
    }

    private var beside: JSON {
        .members([
            "title": title.map(JSON.string), "group": group.map(JSON.string),
            "latitude": position.map { .double($0.latitude) },
            "longitude": position.map { .double($0.longitude) },
        ])
    }
}
