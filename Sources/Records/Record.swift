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

    /// The hash of the data, and of what stands beside it.
    public var hash: RecordHash {
        let content = RecordHash(data)
        guard title != nil || position != nil || group != nil else { return content }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48 + (title?.utf8.count ?? 0) + (group?.utf8.count ?? 0))
        func add(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
        func add(_ text: String?) {
            add(UInt64(bitPattern: Int64(text?.utf8.count ?? -1)))
            if let text { bytes.append(contentsOf: text.utf8) }
        }
        add(content.low)
        add(content.high)
        add(title)
        add(group)
        if let position {
            add(position.latitude.bitPattern)
            add(position.longitude.bitPattern)
        }
        return RecordHash(bytes)
    }
}
