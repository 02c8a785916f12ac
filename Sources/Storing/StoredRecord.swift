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
        (self.source, self.record, self.number) = (source, record, number)
        (self.generation, self.at) = (generation, at)
    }
}

extension StoredRecord {
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

/// The numbers of preceding changes; 0 where there was none.
struct ChangeLinks {
    /// The number of the previous change of the same record.
    var record: Int64
    /// The number of the previous change of the same source.
    var source: Int64
}

extension Change {
    /// Returns the checksum in the change's row, over all its columns; it covers the source by its name.
    func checksum(_ links: ChangeLinks) -> Int64 {
        var sum = Checksum()
        for text in [source, key, kind.rawValue, title] { sum.add(text) }
        for value in [number, at.microseconds, Int64(generation), links.record, links.source] {
            sum.add(value)
        }
        for bytes in [data, patch, previous] { sum.add(bytes) }
        // The checksum of a change without a move is the same as before moves were stored.
        if let place = previousPosition {
            for degrees in [place.latitude, place.longitude] {
                sum.add(Int64(bitPattern: degrees.bitPattern))
            }
        }
        return sum.value
    }
}
