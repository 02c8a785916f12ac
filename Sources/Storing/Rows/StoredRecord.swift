public import Records

/// A record as it is stored.
public struct StoredRecord: Hashable, Sendable {
    /// The source's name.
    public let source: String
    /// The record.
    public let record: Record
    /// The number of the change that gave the record its current content.
    public let number: Int64
    /// The source's generation at that change.
    public let generation: Int
    /// The moment when that change was committed.
    public let at: UTC

    /// Creates a stored record from its parts.
    public init(source: String, record: Record, number: Int64, generation: Int, at: UTC) {
        self.source = source
        self.record = record
        self.number = number
        self.generation = generation
        self.at = at
    }
}

extension StoredRecord {
    /// Reads `id, key, title, heading, latitude, longitude, number, generation, at, sum, body`.
    init(_ row: Row, of source: String) throws(StoreError) {
        let record = Record(
            key: row.text(1) ?? "", title: row.text(2), position: row.position(4, 5), group: row.text(3),
            data: row.bytes(10) ?? [])
        self.init(
            source: source, record: record, number: row.int(6), generation: row.count(7), at: row.moment(8))
        guard checksum == row.int(9) else {
            throw .damage("read \(source)/\(record.key)", "its checksum differs")
        }
    }

    /// The checksum in the record's row, over all its columns.
    var checksum: Int64 {
        var sum = Checksum()
        sum.add(record.key)
        sum.add(number)
        sum.add(Int64(generation))
        sum.add(at.microseconds)
        sum.add(record.sum)
        return sum.value
    }
}

extension Record {
    /// The hash that represents the record in checksums of rows; it stays the same when the way of comparing
    /// records changes.
    fileprivate var sum: RecordHash {
        let content = RecordHash(data)
        guard title != nil || position != nil || group != nil else { return content }
        var sum = Checksum()
        sum.add(content)
        sum.add(title)
        sum.add(group)
        if let position {
            sum.add(Int64(bitPattern: position.latitude.bitPattern))
            sum.add(Int64(bitPattern: position.longitude.bitPattern))
        }
        return sum.hash
    }
}
